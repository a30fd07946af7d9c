import type { Block } from './block.ts'

/** The blocks of this installation, in display order; docs/extensions.md. `journal/` is an example. */
export const blocks: readonly Block[] = []
