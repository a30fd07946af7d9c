import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { csvFile } from '../../../foundation/csv/index.ts'
import {
  categorySlugs,
  loadStoredProducts,
  productColumns,
  type SheetRow,
  skuCodes,
} from '../internal/product-sheet.ts'
import { seesCosts } from '../internal/sku-costs.ts'
import { exportByProduct } from './export-by-product.ts'

/** 商品のCSV: a row for each SKU of the products in the list, in its order. */
export const exportProducts: AdminHandler<'POST /admin/v1/products/export'> = async (ctx, { filter, encoding }) => {
  const { all } = productColumns(await categorySlugs(ctx.db, ctx.shop_id), {
    codes: await skuCodes(ctx.db, ctx.shop_id),
    hasCosts: seesCosts(ctx),
  })
  const pages = await exportByProduct(ctx, '商品', filter)
  return csvFile(`products-${ctx.clock.today()}`, all, encoding, rowsOf(ctx, pages))
}

async function* rowsOf(ctx: OperatorContext, pages: AsyncGenerator<number[]>): AsyncGenerator<SheetRow[]> {
  for await (const ids of pages) {
    const known = await loadStoredProducts(ctx.db, ctx.shop_id, ids)
    yield ids.flatMap((id) => {
      const one = known.get(id)
      return one ? one.skus.map((sku) => ({ product: one, sku })) : []
    })
  }
}
