import * as consumer from '../../../seed/demo/catalogue.ts'
import type { DemoImage, DemoProduct, ProductTexts } from '../../../seed/demo/catalogue-type.ts'
import * as wholesale from '../../../seed/demo/catalogue-wholesale.ts'
import { drawnProductPages } from '../../../seed/demo/product-pictures.ts'
import { demoProductTexts, wholesaleProductTexts } from '../../../seed/demo/product-words.ts'
import type { Tx } from '../../connect.ts'
import { category, price_history, product, product_image, product_related, product_sku } from '../../schema/product.ts'

/** The moment at which the demo's shops opened. Their prices have not changed since. */
export const DEMO_OPENED_AT = new Date('2025-01-01T00:00:00+09:00')

export async function addDemoCatalogue(tx: Tx): Promise<void> {
  const shops = [[2, consumer, demoProductTexts] as const, [3, wholesale, wholesaleProductTexts] as const]
  for (const [shop_id, { categories, products }, words] of shops) {
    const rows = categories.map((row, n) => ({ ...row, shop_id, sort_no: n + 1 }))
    await tx.insert(category).overridingSystemValue().values(rows)
    await tx
      .insert(product)
      .overridingSystemValue()
      .values(products.map((each, n) => productRow(each, words[each.id] ?? {}, shop_id, n + 1)))

    const images = products.flatMap((each) =>
      demoImagesOf(each).map((image, n) => ({ shop_id, product_id: each.id, sort_no: n + 1, ...image })),
    )
    await tx.insert(product_image).values(images)
    const skus = products.flatMap(({ id, category_id, skus }) =>
      skus.map((sku, n) => ({
        shop_id,
        product_id: id,
        sort_no: n + 1,
        ...sku,
        ...lastingOf(words[id]?.lasting_days?.[sku.id] ?? null),
        image_path: words[id]?.sku_pictures?.[sku.id] ?? null,
        // A rack for each category, a board for each product.
        shelf: `${String.fromCharCode(64 + (category_id % 26))}-${String(id % 100).padStart(2, '0')}-${n + 1}`,
      })),
    )
    await tx.insert(product_sku).overridingSystemValue().values(skus)
    await tx
      .insert(price_history)
      .values(
        skus.map(({ id: product_sku_id, price }) => ({ shop_id, product_sku_id, price, started_at: DEMO_OPENED_AT })),
      )
    const related = products.flatMap(({ id }) =>
      (words[id]?.related ?? []).map((related_id, n) => ({ shop_id, product_id: id, related_id, sort_no: n + 1 })),
    )
    await tx.insert(product_related).values(related)
  }
}

const lastingOf = (days: number | readonly [number, number, number] | null) => {
  const [lasting_days_short, lasting_days, lasting_days_long] = Array.isArray(days) ? days : [null, days, null]
  return { lasting_days_short, lasting_days, lasting_days_long }
}

/** Returns the images of a demo product: photographs first, then drawn pages. */
export const demoImagesOf = ({ id, images }: DemoProduct): DemoImage[] => [
  ...images,
  ...((demoProductTexts[id] ?? wholesaleProductTexts[id])?.more_images ?? []),
  ...(drawnProductPages[id] ?? []),
]

function productRow(
  { images: _, skus: __, ...row }: DemoProduct,
  { related: ___, lasting_days: ____, sku_pictures: _____, more_images: ______, label, ...words }: ProductTexts,
  shop_id: number,
  sort_no: number,
) {
  return { ...row, ...words, ...label, shop_id, sort_no }
}
