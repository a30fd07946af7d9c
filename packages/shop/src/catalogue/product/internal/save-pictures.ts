import { isDeepStrictEqual } from 'node:util'
import type { ProductInput } from '@kushi/contract/admin/product'
import type { FieldFailure } from '@kushi/contract/failure'
import type { Queryable, Tx } from '@kushi/db/connect'
import { product_image } from '@kushi/db/schema/product'
import type { PictureShape } from '@kushi/values/product'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { claimUploads } from '../../../foundation/picture/index.ts'

type Pictures = ProductInput['pictures']

const ofProduct = (shopId: number, id: number) =>
  and(eq(product_image.shop_id, shopId), eq(product_image.product_id, id))

/** The pictures of a product, in their order. */
export const loadProductPictures = (db: Queryable, shopId: number, id: number): Promise<Pictures> =>
  db
    .select({ path: product_image.path, alt: product_image.alt })
    .from(product_image)
    .where(ofProduct(shopId, id))
    .orderBy(asc(product_image.sort_no))

/** Writes the pictures of a product in their order and returns the previous ones. */
export async function saveProductPictures(tx: Tx, shopId: number, id: number, pictures: Pictures): Promise<Pictures> {
  const before = await loadProductPictures(tx, shopId, id)
  if (isDeepStrictEqual(before, pictures)) return before
  await tx.delete(product_image).where(ofProduct(shopId, id))
  const rows = pictures.map(({ path, alt }, n) => ({ shop_id: shopId, product_id: id, sort_no: n + 1, path, alt }))
  if (rows.length > 0) await tx.insert(product_image).values(rows)
  return before
}

/**
 * Returns failures for pictures of this shape that this shop has neither uploaded nor shows already. Marks the known
 * ones as used.
 */
export async function unknownPictureFailures(
  tx: Tx,
  shopId: number,
  pictures: Pictures,
  shape: PictureShape = 'goods',
): Promise<FieldFailure[]> {
  const paths = pictures.map(({ path }) => path)
  if (paths.length === 0) return []
  const uploaded = await claimUploads(tx, shopId, paths, shape)
  const shown =
    shape === 'goods'
      ? await tx
          .select({ path: product_image.path })
          .from(product_image)
          .where(and(eq(product_image.shop_id, shopId), inArray(product_image.path, paths)))
      : []
  const known = new Set([...uploaded, ...shown.map(({ path }) => path)])
  return pictures.flatMap(({ path }, n) =>
    known.has(path)
      ? []
      : [
          {
            path: `pictures.${n}.alt`,
            message_id: 'cmn-err-003',
            message: 'この写真はもうありません。もう一度アップロードしてください。',
          },
        ],
  )
}
