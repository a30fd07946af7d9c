import type { Tx } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { loadProduct, lockCatalogue } from '../internal/load-product.ts'
import { loadProductPictures } from '../internal/save-pictures.ts'
import { loadRelatedProductIds } from '../internal/save-related.ts'
import { canSeeCosts, loadSkuCosts } from '../internal/sku-costs.ts'
import { insertProduct } from './save-product.ts'

/** 複製: a copy of the product with its pictures, hidden, with its own slug and codes, and no stock. */
export const duplicateProduct: AdminHandler<'POST /admin/v1/products/{id}/duplicate'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    await lockCatalogue(tx, shop_id)
    const { product: from, skus } = await loadProduct(tx, shop_id, id)
    const costsOf = canSeeCosts(ctx)
      ? await loadSkuCosts(
          tx,
          shop_id,
          skus.map(({ id }) => id),
        )
      : null
    const suffix = await freeSuffix(tx, shop_id, from.slug, skus)
    return insertProduct(tx, ctx, {
      ...from,
      sale_type: from.sale_type as 1 | 2 | 3,
      product_name: `${from.product_name.slice(0, 90)} のコピー`,
      slug: `${from.slug.slice(0, 50)}-${suffix}`,
      visible: false,
      pictures: await loadProductPictures(tx, shop_id, id),
      related: await loadRelatedProductIds(tx, shop_id, id),
      sku_parent_item_name1: skus[0]?.sku_parent_item_name1 ?? null,
      sku_parent_item_name2: skus[0]?.sku_parent_item_name2 ?? null,
      skus: skus.map((sku) => ({
        ...sku,
        ...(costsOf && { costs: costsOf(sku.id) }),
        id: null,
        tax_rate: sku.tax_rate as 8 | 10,
        product_code: `${sku.product_code.slice(0, 34)}-${suffix}`,
        stock: 0,
        place: { shelf: '', barcode: '', temperature: sku.temperature },
      })),
    })
  })

/** Returns the first of 2, 3, … for which the slug and all codes are free. */
async function freeSuffix(tx: Tx, shopId: number, slug: string, skus: { product_code: string }[]): Promise<number> {
  const slugs = await tx.select({ taken: product.slug }).from(product).where(eq(product.shop_id, shopId))
  const codes = await tx
    .select({ taken: product_sku.product_code })
    .from(product_sku)
    .where(eq(product_sku.shop_id, shopId))
  const taken = new Set([...slugs, ...codes].map((one) => one.taken))
  let n = 2
  const names = () => [
    `${slug.slice(0, 50)}-${n}`,
    ...skus.map(({ product_code }) => `${product_code.slice(0, 34)}-${n}`),
  ]
  while (names().some((name) => taken.has(name))) n++
  return n
}
