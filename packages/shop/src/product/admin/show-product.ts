import { product_image } from '@kushi/db/schema/product'
import { and, asc, eq } from 'drizzle-orm'
import type { AdminVerb } from '../../admin/context.ts'
import { shopUrl } from '../../setting/shop-url.ts'
import { obstacles } from '../rules/check-product.ts'
import { loadProduct } from './load-product.ts'
import { smallPicture } from './picture.ts'

/** A product as its editor has it. The names of the axes are those of its first SKU; a save gives all the same. */
export const showProduct: AdminVerb<'GET /admin/v1/products/{id}'> = async (ctx, { id }) => {
  const { product, skus } = await loadProduct(ctx.db, ctx.shop_id, id)
  const pictures = await ctx.db
    .select({ path: product_image.path, alt: product_image.alt })
    .from(product_image)
    .where(and(eq(product_image.shop_id, ctx.shop_id), eq(product_image.product_id, id)))
    .orderBy(asc(product_image.sort_no))
  const { sale_type } = product
  return {
    ...product,
    sale_type: sale_type as 1 | 2 | 3,
    sku_parent_item_name1: skus[0]?.sku_parent_item_name1 ?? null,
    sku_parent_item_name2: skus[0]?.sku_parent_item_name2 ?? null,
    skus: skus.map((sku) => ({ ...sku, tax_rate: sku.tax_rate as 8 | 10 })),
    pictures: pictures.map(({ path, alt }) => ({ url: smallPicture(ctx, path)!, alt })),
    obstacles: obstacles({ on_sale: skus.filter(({ visible }) => visible).length }),
    shop_url: `${shopUrl(ctx.settings, ctx.shop_id)}/sh/products/detail/${id}`,
  }
}
