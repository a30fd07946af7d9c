import type { ListSelection } from '@kushi/contract/admin/list'
import { productList } from '@kushi/contract/admin/product'
import { product } from '@kushi/db/schema/product'
import {
  type AdminVerb,
  countOf,
  everyPage,
  type OperatorContext,
  refuseLongExport,
} from '../../../foundation/admin/index.ts'
import { csvFile, noteExport } from '../../../foundation/csv/index.ts'
import { categorySlugs, loadKnown, productColumns, type SheetRow } from '../internal/product-sheet.ts'
import { productSource } from './list-products.ts'

/** 商品のCSV: a row for each SKU of the products in the list, in its order. */
export const exportProducts: AdminVerb<'POST /admin/v1/products/export'> = async (ctx, { filter, encoding }) => {
  const { all } = productColumns(await categorySlugs(ctx.db, ctx.shop_id))
  await refuseLongExport(productList, filter, { ...productSource(ctx), count: countOf(ctx.db, product) })
  await noteExport(ctx, '商品', filter)
  return csvFile(`products-${ctx.clock.today()}`, all, encoding, rowsOf(ctx, filter))
}

async function* rowsOf(ctx: OperatorContext, filter: ListSelection): AsyncGenerator<SheetRow[]> {
  const source = {
    ...productSource(ctx),
    rows: ({ where, orderBy, limit, sort_value }: Parameters<Parameters<typeof pagesOf>[2]['rows']>[0]) =>
      ctx.db
        .select({ id: product.id, sort_value })
        .from(product)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  }
  for await (const page of pagesOf(productList, filter, source)) {
    const ids = page.map(({ id }) => id)
    const known = await loadKnown(ctx.db, ctx.shop_id, ids)
    yield ids.flatMap((id) => {
      const one = known.get(id)
      return one ? one.skus.map((sku) => ({ product: one, sku })) : []
    })
  }
}

const pagesOf = everyPage<typeof productList, { id: number }>
