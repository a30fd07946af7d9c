import type { ListSelection } from '@kushi/contract/admin/list'
import { productList } from '@kushi/contract/admin/product'
import { product } from '@kushi/db/schema/product'
import { countOf, type OperatorContext, readEveryPage } from '../../../foundation/admin/index.ts'
import { beginExport } from '../../../foundation/csv/index.ts'
import { productSource } from './list-products.ts'

const pagesOf = readEveryPage<typeof productList, { id: number }>

/** Begins an export of what belongs to the products of the list; returns their ids, page by page, in its order. */
export async function exportByProduct(
  ctx: OperatorContext,
  kind: string,
  filter: ListSelection,
): Promise<AsyncGenerator<number[]>> {
  const source = { ...productSource(ctx), count: countOf(ctx.db, product) }
  await beginExport(ctx, kind, { list: productList, filter, source })
  return idsOf(ctx, filter)
}

async function* idsOf(ctx: OperatorContext, filter: ListSelection): AsyncGenerator<number[]> {
  const pages = pagesOf(productList, filter, {
    ...productSource(ctx),
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
