/**
 * What a name on a disk leads to: a file, a folder, or a symbolic link. Each holds two states: the live one, which every
 * call sees, and the synced one, which a crash leaves.
 *
 * Contents and attributes are values: a change replaces them, so that the synced state is a reference to the old one.
 * So a write costs a copy of the file; this is for tests.
 */

/** Owner, permission bits (with setuid, setgid and sticky) and times in milliseconds. */
export interface Attributes {
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly atime: number
  readonly mtime: number
}

interface Common {
  readonly ino: bigint
  readonly dev: bigint
  readonly birthtime: number
  attributes: Attributes
}

export interface File extends Common {
  readonly kind: "file"
  /** How many names lead here. */
  links: number
  content: Uint8Array
  synced: { readonly attributes: Attributes; readonly content: Uint8Array }
}

export interface Folder extends Common {
  readonly kind: "folder"
  /** Nothing can be renamed or linked into it from outside, and it cannot be taken away. */
  readonly isMount: boolean
  readonly entries: Map<string, Inode>
  synced: { readonly attributes: Attributes; readonly entries: ReadonlyMap<string, Inode> }
}

/** Where it leads to is as durable as its name. */
export interface Link extends Common {
  readonly kind: "link"
  links: number
  readonly target: string
}

export type Inode = File | Folder | Link

/** Who it is, and what it begins with. */
export interface Birth {
  readonly ino: bigint
  readonly dev: bigint
  readonly attributes: Attributes
}

const nothing = new Uint8Array(0)

export const file = ({ attributes, dev, ino }: Birth): File => ({
  kind: "file",
  ino,
  dev,
  birthtime: attributes.mtime,
  attributes,
  links: 0,
  content: nothing,
  synced: { attributes, content: nothing }
})

export const folder = ({ attributes, dev, ino }: Birth, isMount = false): Folder => ({
  kind: "folder",
  ino,
  dev,
  birthtime: attributes.mtime,
  attributes,
  isMount,
  entries: new Map(),
  synced: { attributes, entries: new Map() }
})

export const link = ({ attributes, dev, ino }: Birth, target: string): Link => ({
  kind: "link",
  ino,
  dev,
  birthtime: attributes.mtime,
  attributes,
  links: 0,
  target
})

/** Makes what the inode itself holds durable: a file's bytes, a folder's names, and the attributes of either. */
export const sync = (self: Inode): void => {
  if (self.kind === "file") self.synced = { attributes: self.attributes, content: self.content }
  if (self.kind === "folder") self.synced = { attributes: self.attributes, entries: new Map(self.entries) }
}

/** How many names lead to it; a folder has its own, ".", and the ".." of each folder in it. */
export const linkCount = (self: Inode): number =>
  self.kind === "folder" ? 2 + [...self.entries.values()].filter(({ kind }) => kind === "folder").length : self.links

/**
 * Makes one of the states of everything below a folder the live and the synced one. A folder that two durable names
 * lead to, since it was moved and only one side was synced, keeps the first name in the order of paths.
 */
export const settle = (root: Folder, keep: { readonly entries: boolean; readonly data: boolean }): void => {
  const seen = new Set<Inode>([root])
  const visit = (self: Folder): void => {
    const entries = [...(keep.entries ? self.entries : self.synced.entries)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (!keep.data) self.attributes = self.synced.attributes
    self.entries.clear()
    for (const [name, child] of entries) {
      if (child.kind === "folder") {
        if (seen.has(child)) continue
        seen.add(child)
        self.entries.set(name, child)
        visit(child)
        continue
      }
      self.entries.set(name, child)
      if (!seen.has(child)) {
        seen.add(child)
        child.links = 0
        if (child.kind === "file") {
          if (!keep.data) Object.assign(child, child.synced)
          sync(child)
        }
      }
      child.links++
    }
    sync(self)
  }
  visit(root)
}
