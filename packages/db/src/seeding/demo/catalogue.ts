import * as consumer from '../../../seed/demo/catalogue.ts'
import type { Product } from '../../../seed/demo/catalogue-type.ts'
import * as wholesale from '../../../seed/demo/catalogue-wholesale.ts'
import type { Tx } from '../../connect.ts'
import { category, product, product_image, product_sku } from '../../schema/product.ts'

export async function addCatalogue(tx: Tx): Promise<void> {
  for (const [shop_id, { categories, products }] of [[2, consumer] as const, [3, wholesale] as const]) {
    const rows = categories.map((row, n) => ({ ...row, shop_id, sort_no: n + 1 }))
    await tx.insert(category).overridingSystemValue().values(rows)
    await tx
      .insert(product)
      .overridingSystemValue()
      .values(products.map((each, n) => productRow(each, shop_id, n + 1)))

    const images = products.flatMap(({ id, images }) =>
      images.map((image, n) => ({ shop_id, product_id: id, sort_no: n + 1, ...image })),
    )
    await tx.insert(product_image).values(images)
    const skus = products.flatMap(({ id, category_id, skus }) =>
      skus.map((sku, n) => ({
        ...{ shop_id, product_id: id, sort_no: n + 1, ...sku },
        // A rack for each category, a board for each product.
        shelf: `${String.fromCharCode(64 + (category_id % 26))}-${String(id % 100).padStart(2, '0')}-${n + 1}`,
      })),
    )
    await tx.insert(product_sku).overridingSystemValue().values(skus)
  }
}

function productRow({ images: _, skus: __, ...row }: Product, shop_id: number, sort_no: number) {
  return { ...row, shop_id, sort_no }
}
