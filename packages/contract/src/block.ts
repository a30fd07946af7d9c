import type { BlockField } from '@kushi/values/block/kind'
import { BLOCK_NAME, type BlockContent, type BlockPage, blockKindsOf } from '@kushi/values/block/kinds'
import { z } from 'zod'
import { withCheckedPlaceholders } from './admin/promising.ts'
import { markCustomerFacing } from './read-by.ts'

const ADDRESS = { home: /^($|\/(?!\/)|https:\/\/)/, landing_page: /^($|\/(?!\/)|#order$|https:\/\/)/ }

function fieldSchema(field: BlockField, page: BlockPage): z.ZodType {
  const { title, description } = field
  const words = { ...(title && { title }), ...(description && { description }) }
  switch (field.input) {
    case 'rows':
      return z
        .array(z.object(schemasOf(field.of, page)))
        .max(field.most, `${field.most}個までです。`)
        .meta(words)
    case 'picture':
      return z.string().max(200).nullable().meta(words)
    case 'category':
      return markCustomerFacing(z.string().trim().max(60, '60文字までです。').meta(words))
    default: {
      const text = z
        .string()
        .trim()
        .min(field.is_needed ? 1 : 0, '入力してください。')
        .max(field.most, `${field.most.toLocaleString('ja-JP')}文字までです。`)
      if (field.input === 'address')
        return text.regex(ADDRESS[page], '「/」か「https://」で始めてください。').meta(words)
      return markCustomerFacing((field.promising ? withCheckedPlaceholders(text) : text).meta(words))
    }
  }
}

const schemasOf = (fields: Readonly<Record<string, BlockField>>, page: BlockPage) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, page)]))

/**
 * The schema of the blocks (部品) of a page: one option for each kind, with the fields of that kind and the fields of
 * `more`.
 */
export function blockUnion<More extends z.ZodRawShape>(page: BlockPage, more: More) {
  const [first, ...others] = blockKindsOf(page).map(({ kind, fields }) =>
    z.object({ kind: z.literal(kind), ...schemasOf(fields, page), ...more }),
  )
  type Block = BlockContent & { [name in keyof More]: z.infer<More[name]> }
  return z.discriminatedUnion('kind', [first!, ...others]).meta({ values: BLOCK_NAME }) as unknown as z.ZodType<
    Block,
    Block
  >
}
