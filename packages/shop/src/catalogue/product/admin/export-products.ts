import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { csvFile } from '../../../foundation/csv/index.ts'
import {
  loadCategorySlugs,
  loadSkuCodes,
  loadStoredProducts,
  type ProductSheetRow,
  productSheetColumns,
} from '../internal/product-sheet.ts'
import { canSeeCosts } from '../internal/sku-costs.ts'
import { beginProductExport } from './export-by-product.ts'

/** 商品のCSV: a row for each SKU of the products in the list, in its order. */
export const exportProducts: AdminHandler<'POST /admin/v1/products/export'> = async (ctx, { filter, encoding }) => {
  const { all } = productSheetColumns(await loadCategorySlugs(ctx.db, ctx.shop_id), {
    codes: await loadSkuCodes(ctx.db, ctx.shop_id),
    hasCosts: canSeeCosts(ctx),
  })
  const pages = await beginProductExport(ctx, '商品', filter)
  return csvFile(`products-${ctx.clock.today()}`, all, encoding, rowsOf(ctx, pages))
}

async function* rowsOf(ctx: OperatorContext, pages: AsyncGenerator<number[]>): AsyncGenerator<ProductSheetRow[]> {
  for await (const ids of pages) {
    const known = await loadStoredProducts(ctx.db, ctx.shop_id, ids)
    yield ids.flatMap((id) => {
      const one = known.get(id)
      return one ? one.skus.map((sku) => ({ product: one, sku })) : []
    })
  }
}
