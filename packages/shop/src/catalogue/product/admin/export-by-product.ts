import type { ListSelection } from '@kushi/contract/admin/list'
import { productList } from '@kushi/contract/admin/product'
import { product } from '@kushi/db/schema/product'
import { type OperatorContext, readEveryPage, rowCounter } from '../../../foundation/admin/index.ts'
import { beginExport } from '../../../foundation/csv/index.ts'
import { productListSource } from './list-products.ts'

const pagesOf = readEveryPage<typeof productList, { id: number }>

/** Begins an export of what belongs to the products of the list; returns their ids, page by page, in its order. */
export async function beginProductExport(
  ctx: OperatorContext,
  kind: string,
  filter: ListSelection,
): Promise<AsyncGenerator<number[]>> {
  const source = { ...productListSource(ctx), count: rowCounter(ctx.db, product) }
  await beginExport(ctx, kind, { list: productList, filter, source })
  return idsOf(ctx, filter)
}

async function* idsOf(ctx: OperatorContext, filter: ListSelection): AsyncGenerator<number[]> {
  const pages = pagesOf(productList, filter, {
    ...productListSource(ctx),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ id: product.id, sort_value })
        .from(product)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  })
  for await (const page of pages) yield page.map(({ id }) => id)
}
