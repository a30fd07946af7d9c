import { itemName } from '@kushi/values/product'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { createPreviewKey, shopUrl } from '../../../foundation/setting/index.ts'
import { loadSkuRows } from '../../price/index.ts'
import { loadProduct } from '../internal/load-product.ts'
import { thumbnailUrl } from '../internal/picture.ts'
import { loadProductPictures } from '../internal/save-pictures.ts'
import { loadRelatedProductIds } from '../internal/save-related.ts'
import { setsContainingSkus } from '../internal/set-failures.ts'
import { canSeeCosts, loadSkuCosts } from '../internal/sku-costs.ts'
import { publicationObstacles } from '../rules/check-product.ts'

/** ショップでの確認: returns a link to the page of a product that customers don't see yet. */
export const previewProduct: AdminHandler<'POST /admin/v1/products/{id}/preview'> = async (ctx, { id }) => {
  await loadProduct(ctx.db, ctx.shop_id, id)
  const query = new URLSearchParams({ preview: createPreviewKey(ctx, String(id)) })
  return { url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/products/detail/${id}?${query}` }
}

/** A product for its editor. The axis names are taken from the first SKU; a save writes them to all SKUs. */
export const showProduct: AdminHandler<'GET /admin/v1/products/{id}'> = async (ctx, { id }) => {
  const { product, skus } = await loadProduct(ctx.db, ctx.shop_id, id)
  const pictures = await loadProductPictures(ctx.db, ctx.shop_id, id)
  const { sale_type } = product
  const ids = skus.map((sku) => sku.id)
  const costsOf = canSeeCosts(ctx) ? await loadSkuCosts(ctx.db, ctx.shop_id, ids) : null
  const sold = await loadSkuRows(ctx, ids)
  const sets = await setsContainingSkus(ctx.db, ctx.shop_id, ids)
  return {
    ...product,
    sale_type: sale_type as 1 | 2 | 3,
    sku_parent_item_name1: skus[0]?.sku_parent_item_name1 ?? null,
    sku_parent_item_name2: skus[0]?.sku_parent_item_name2 ?? null,
    skus: skus.map((sku) => ({
      ...sku,
      ...(costsOf && { costs: costsOf(sku.id) }),
      stock: sold.get(sku.id)!.stock,
      tax_rate: sku.tax_rate as 8 | 10,
    })),
    pictures: pictures.map(({ path, alt }) => ({ path, alt, url: thumbnailUrl(ctx, path)! })),
    related: await loadRelatedProductIds(ctx.db, ctx.shop_id, id),
    obstacles: publicationObstacles({ on_sale: skus.filter(({ visible }) => visible).length }),
    in_sets: sets.map(({ sku, product_name }) => ({
      product_id: sku.product_id,
      name: itemName({ ...sku, product_name }),
    })),
    shop_url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/products/detail/${id}`,
  }
}
