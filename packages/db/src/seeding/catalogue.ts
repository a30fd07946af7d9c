import * as consumer from '../../seed/catalogue.ts'
import type { Product } from '../../seed/catalogue-type.ts'
import * as wholesale from '../../seed/catalogue-wholesale.ts'
import type { Tx } from '../connect.ts'
import { category, product, product_image, product_sku } from '../schema/product.ts'

export async function seedCatalogue(tx: Tx): Promise<void> {
  for (const [shop_id, { categories, products }] of [[2, consumer] as const, [3, wholesale] as const]) {
    const rows = categories.map((row, n) => ({ ...row, shop_id, sort_no: n + 1 }))
    await tx.insert(category).values(rows).onConflictDoNothing()
    await tx
      .insert(product)
      .values(products.map((each, n) => productRow(each, shop_id, n + 1)))
      .onConflictDoNothing()
    const images = products.flatMap(({ id, images }) =>
      images.map((image, n) => ({ product_id: id, sort_no: n + 1, ...image })),
    )
    await tx.insert(product_image).values(images).onConflictDoNothing()
    const skus = products.flatMap(({ id, skus }) => skus.map((sku, n) => ({ product_id: id, sort_no: n + 1, ...sku })))
    await tx.insert(product_sku).values(skus).onConflictDoNothing()
  }
}

function productRow({ images: _, skus: __, ...row }: Product, shop_id: number, sort_no: number) {
  return { ...row, shop_id, sort_no }
}
