// What does not compile: guards in force whose layers are not provided.
import { Guards, JsonGuard, OmissionGuard } from "@kerf/core"
import { Layer } from "effect"

const both = Guards.layer(OmissionGuard, JsonGuard)

export const provided: Layer.Layer<never> = both.pipe(Layer.provide(Layer.merge(OmissionGuard.layer, JsonGuard.layer)))

// @ts-expect-error JsonGuard is named, and its layer is not provided
export const missing: Layer.Layer<never> = both.pipe(Layer.provide(OmissionGuard.layer))

// @ts-expect-error no guard is named
export const none = Guards.layer()
