/**
 * A lock between processes that the system takes back when its owner dies: what `SocketLock` and `DatabaseLock` are.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

/**
 * Tries to take the lock of a name: letters and digits, at most 32.
 *
 * **Details**
 *
 * `none`: it is taken, and given back when the scope closes. `some`: somebody else has it; the effect waits until
 * another try may succeed. Fails where the system has no such lock. Of one process, at most one may try for a name at a
 * time.
 *
 * @category models
 * @since 0.1.0
 */
export type ProcessLock = (name: string) => Effect.Effect<Option.Option<Effect.Effect<void>>, Error, Scope.Scope>
