import type { AdminVerb } from '../../admin/context.ts'
import { shopUrl } from '../../setting/shop-url.ts'
import { sealPreview } from '../preview.ts'
import { loadProduct } from './load-product.ts'

/** ショップでの確認: a link to the page of a product that customers don't see yet. */
export const previewProduct: AdminVerb<'POST /admin/v1/products/{id}/preview'> = async (ctx, { id }) => {
  await loadProduct(ctx.db, ctx.shop_id, id)
  const query = new URLSearchParams({ preview: sealPreview(ctx, id) })
  return { url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/products/detail/${id}?${query}` }
}
