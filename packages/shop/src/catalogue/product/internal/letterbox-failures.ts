import type { ProductInput } from '@kushi/contract/admin/product'
import type { FieldFailure } from '@kushi/contract/failure'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { product_sku } from '@kushi/db/schema/product'
import { TEMPERATURE_NAME, type Temperature } from '@kushi/values/shipment'
import { and, eq } from 'drizzle-orm'

/** Failures for chilled or frozen goods that are marked for メール便. A set is judged by 温度帯 of its parts. */
export async function chilledLetterboxFailures(
  db: Queryable,
  shop_id: number,
  { skus }: Pick<ProductInput, 'skus'>,
): Promise<FieldFailure[]> {
  const packed = skus.map(({ id, light_flag, parts = [] }) => {
    if (!light_flag) return []
    return parts.length > 0 ? parts.map(({ product_sku_id }) => product_sku_id) : id === null ? [] : [id]
  })
  const rows = await db
    .select({ id: product_sku.id, temperature: product_sku.temperature })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), isAnyOfCondition(product_sku.id, packed.flat())))
  const saved = new Map(rows.map(({ id, temperature }) => [id, temperature]))
  return skus.flatMap(({ id, light_flag, parts = [], place }, n) => {
    if (!light_flag) return []
    const own = id === null && parts.length === 0 && place ? [place.temperature] : []
    const cooled = [...own, ...packed[n]!.flatMap((one) => saved.get(one) ?? [])].find((one) => one !== 'normal')
    return cooled ? [{ ...chilledLetterboxFailure(cooled), path: `skus.${n}.light_flag` }] : []
  })
}

/** The failure for goods of this temperature that are marked for メール便. */
export const chilledLetterboxFailure = (temperature: Temperature): Omit<FieldFailure, 'path'> => ({
  message_id: 'cmn-err-003',
  message: `${TEMPERATURE_NAME[temperature]}の商品は、メール便で送れません。「メール便」か温度帯を変えてください。`,
})
