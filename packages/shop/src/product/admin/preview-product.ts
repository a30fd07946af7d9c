import type { AdminVerb } from '../../admin/index.ts'
import { shopUrl } from '../../setting/index.ts'
import { loadProduct } from '../internal/load-product.ts'
import { sealPreview } from '../internal/preview.ts'

/** ショップでの確認: returns a link to the page of a product that customers don't see yet. */
export const previewProduct: AdminVerb<'POST /admin/v1/products/{id}/preview'> = async (ctx, { id }) => {
  await loadProduct(ctx.db, ctx.shop_id, id)
  const query = new URLSearchParams({ preview: sealPreview(ctx, id) })
  return { url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/products/detail/${id}?${query}` }
}
