import type { BlockField, BlockFields, BlockKind, BlockValues } from './kind.ts'
import { comparisonBlock } from './kinds/comparison.ts'
import { deadlineBlock } from './kinds/deadline.ts'
import { formBlock } from './kinds/form.ts'
import { goodsBlock } from './kinds/goods.ts'
import { heroBlock } from './kinds/hero.ts'
import { journalBlock } from './kinds/journal.ts'
import { lineBlock } from './kinds/line.ts'
import { newsBlock } from './kinds/news.ts'
import { offerBlock } from './kinds/offer.ts'
import { questionsBlock } from './kinds/questions.ts'
import { storyBlock } from './kinds/story.ts'
import { voicesBlock } from './kinds/voices.ts'

/** All kinds of content blocks (部品), in the order in which operators see them. */
export const BLOCK_KINDS = [
  heroBlock,
  storyBlock,
  goodsBlock,
  voicesBlock,
  offerBlock,
  journalBlock,
  newsBlock,
  lineBlock,
  questionsBlock,
  comparisonBlock,
  formBlock,
  deadlineBlock,
] as const

type ContentOf<Kind> = Kind extends { kind: infer K; fields: infer F extends BlockFields }
  ? { kind: K } & BlockValues<F>
  : never

/** The content of a block (部品) of a page, by its kind. */
export type BlockContent = ContentOf<(typeof BLOCK_KINDS)[number]>
export type BlockKindName = BlockContent['kind']
export type BlockOf<K extends BlockKindName> = Extract<BlockContent, { kind: K }>

type AnyKind = BlockKind<BlockKindName, BlockFields>
const kinds: readonly AnyKind[] = BLOCK_KINDS

export type BlockPage = 'home' | 'landing_page'
/** The kinds that a page may have. */
export const blockKindsOf = (page: BlockPage) => kinds.filter(({ of }) => of === undefined || of === page)

export const BLOCK_NAME = Object.fromEntries(kinds.map(({ kind, name }) => [kind, name])) as Record<
  BlockKindName,
  string
>

export const findBlockKind = (kind: string): AnyKind | undefined => kinds.find((one) => one.kind === kind)

const emptyOf = ({ input }: BlockField) => (input === 'rows' ? [] : input === 'picture' ? null : '')

/**
 * Builds a block from a stored row; a field that the row lacks is empty. Returns null for a kind that this version
 * does not know.
 */
export function readBlock(kind: string, row: object): BlockContent | null {
  const stored = new Map(Object.entries(row))
  const fields = findBlockKind(kind)?.fields
  if (!fields) return null
  const values = Object.entries(fields).map(([name, field]) => [name, stored.get(name) ?? emptyOf(field)])
  return { kind, ...Object.fromEntries(values) } as BlockContent
}

/** Returns a block of this kind with empty fields, for an operator to fill in. */
export const emptyBlock = <K extends BlockKindName>(kind: K) => readBlock(kind, {}) as BlockOf<K>

/** Returns a copy of the block in which `change` was applied to every text that may contain placeholders (差し込み). */
export function mapBlockTexts<B extends BlockContent>(block: B, change: (text: string) => string): B {
  const fields = findBlockKind(block.kind)?.fields ?? {}
  return changedTexts(block, fields, change) as B
}

function changedTexts(values: object, fields: BlockFields, change: (text: string) => string): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name]
      if (field?.input === 'rows') return [name, (value as object[]).map((row) => changedTexts(row, field.of, change))]
      return [name, field && 'promising' in field ? change(value as string) : value]
    }),
  )
}
