import { isDeepStrictEqual } from 'node:util'
import type { FieldFailure } from '@kushi/contract/failure'
import type { Queryable, Tx } from '@kushi/db/connect'
import { product, product_related } from '@kushi/db/schema/product'
import { and, asc, eq, inArray } from 'drizzle-orm'

const ofProduct = (shopId: number, id: number) =>
  and(eq(product_related.shop_id, shopId), eq(product_related.product_id, id))

/** 一緒に使いたいもの of a product, in their order. */
export async function loadRelatedProductIds(db: Queryable, shopId: number, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: product_related.related_id })
    .from(product_related)
    .where(ofProduct(shopId, id))
    .orderBy(asc(product_related.sort_no))
  return rows.map((row) => row.id)
}

/** Writes the related products in their order and returns the previous ones. */
export async function saveRelatedProductIds(tx: Tx, shopId: number, id: number, related: number[]): Promise<number[]> {
  const before = await loadRelatedProductIds(tx, shopId, id)
  if (isDeepStrictEqual(before, related)) return before
  await tx.delete(product_related).where(ofProduct(shopId, id))
  const rows = related.map((related_id, n) => ({ shop_id: shopId, product_id: id, related_id, sort_no: n + 1 }))
  if (rows.length > 0) await tx.insert(product_related).values(rows)
  return before
}

/** Failures for related products that are not of this shop, are the product itself, or are duplicates. */
export async function relatedProductFailures(
  tx: Tx,
  shopId: number,
  id: number | null,
  related: number[],
): Promise<FieldFailure[]> {
  if (related.length === 0) return []
  const found = await tx
    .select({ id: product.id })
    .from(product)
    .where(and(eq(product.shop_id, shopId), inArray(product.id, related)))
  const known = new Set(found.map((row) => row.id))
  const isWrong = related.some((one, n) => !known.has(one) || one === id || related.indexOf(one) !== n)
  const message = '一緒におすすめする商品を、重ならないように選び直してください。'
  return isWrong ? [{ path: 'related', message_id: 'cmn-err-003', message }] : []
}
