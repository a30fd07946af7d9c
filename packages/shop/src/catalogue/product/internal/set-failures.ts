import type { ProductInput } from '@kushi/contract/admin/product'
import type { FieldFailure } from '@kushi/contract/failure'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { containsSkuCondition } from '@kushi/db/set-parts'
import { refersToCondition } from '@kushi/db/shop-scope'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { and, eq, sql } from 'drizzle-orm'

/** Loads the sets that contain one of these SKUs. */
export const setsContainingSkus = (db: Queryable, shop_id: number, ids: readonly number[]) =>
  db
    .select({ sku: product_sku, product_name: product.product_name, visible: product.visible })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(
      and(
        eq(product_sku.shop_id, shop_id),
        containsSkuCondition(product_sku.parts, sql`${sql.param([...ids])}::bigint[]`),
      ),
    )
    .orderBy(product.sort_no, product_sku.id)

/**
 * Failures for the sets of a product. A set has no stock of its own, contains no set, and is not part of another set.
 */
export async function productSetFailures(
  db: Queryable,
  shop_id: number,
  { skus }: ProductInput,
): Promise<FieldFailure[]> {
  if (skus.every(({ parts = [] }) => parts.length === 0)) return []
  const own = skus.flatMap(({ id, parts = [] }) => (id === null || parts.length === 0 ? [] : [id]))
  const needed = skus.flatMap(({ parts = [] }) => parts.map(({ product_sku_id }) => product_sku_id))
  const rows = await db
    .select({ id: product_sku.id, parts: product_sku.parts, stock: product_sku.stock })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.id, [...own, ...needed])))
  const known = new Map(rows.map((row) => [row.id, row]))
  const around = await setsContainingSkus(db, shop_id, own)
  const isSet = (id: number) => own.includes(id) || known.get(id)!.parts.length > 0
  return skus.flatMap(({ id, parts = [] }, n) => {
    if (parts.length === 0) return []
    const fault = (path: string, message: string): FieldFailure => ({
      path: `skus.${n}.parts${path}`,
      message_id: 'cmn-err-003',
      message,
    })
    const stock = id === null ? 0 : (known.get(id)?.stock ?? 0)
    const outer = around.find(({ sku }) => sku.parts.some(({ product_sku_id }) => product_sku_id === id))
    return [
      ...(stock > 0
        ? [
            fault(
              '',
              `在庫が${stock}個あります。0個に訂正してから、セットにしてください(セットの在庫は、中身の在庫で決まります)。`,
            ),
          ]
        : []),
      ...(outer
        ? [
            fault(
              '',
              `${wrapInQuoteMarks(itemName({ ...outer.sku, product_name: outer.product_name }))}の中身のため、セットにできません。`,
            ),
          ]
        : []),
      ...parts.flatMap(({ product_sku_id }, at) => {
        if (!known.has(product_sku_id)) return [fault(`.${at}.product_sku_id`, '商品を選び直してください。')]
        return isSet(product_sku_id) ? [fault(`.${at}.product_sku_id`, 'セットの中に、セットは入れられません。')] : []
      }),
    ]
  })
}
