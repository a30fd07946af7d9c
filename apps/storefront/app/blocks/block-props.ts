import type { ShownBlock } from './load-blocks.server.ts'

export interface BlockProps<Block = ShownBlock> {
  block: Block
  /** How many of its kind are above it. */
  indexOfKind: number
  /** The products of the blocks above. */
  productsAbove: ReadonlySet<number>
}
