import type { Block } from './block.ts'

/** The blocks of this installation, in the order in which they stand; docs/extensions.md. `journal/` beside it is an example. */
export const blocks: readonly Block[] = []
