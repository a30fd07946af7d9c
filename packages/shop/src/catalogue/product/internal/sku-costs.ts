import type { SkuInput } from '@kushi/contract/admin/product'
import type { Queryable, Tx } from '@kushi/db/connect'
import { sku_cost } from '@kushi/db/schema/product'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { ShopError } from '../../../shop-error.ts'

export type SkuCosts = NonNullable<SkuInput['costs']>

/** Whether the operator may see and enter 原価: it takes the permission for reports. */
export const canSeeCosts = ({ operator }: OperatorContext) => operator.permissions.includes('report.read')

/** Refuses 原価 from an operator who may not see it. @throws ShopError 403 */
export function requireCostPermission(ctx: OperatorContext, skus: readonly Pick<SkuInput, 'costs'>[]): void {
  if (!canSeeCosts(ctx) && skus.some(({ costs }) => costs !== undefined))
    throw new ShopError(403, 'ERROR_FORBIDDEN', '原価を入れる権限がありません。店長にご相談ください。')
}

/** The costs of these SKUs, each by ascending days. */
export async function loadSkuCosts(
  db: Queryable,
  shop_id: number,
  sku_ids: readonly number[],
): Promise<(sku_id: number) => SkuCosts> {
  const rows = await db
    .select()
    .from(sku_cost)
    .where(and(eq(sku_cost.shop_id, shop_id), inArray(sku_cost.product_sku_id, [...sku_ids])))
    .orderBy(asc(sku_cost.cost_from))
  const known = Map.groupBy(rows, (row) => row.product_sku_id)
  return (sku_id) => (known.get(sku_id) ?? []).map(({ cost_from, unit_cost }) => ({ cost_from, unit_cost }))
}

/** Replaces the costs of a SKU; returns the first day on which they differ, or null. */
export async function replaceSkuCosts(
  tx: Tx,
  shop_id: number,
  product_sku_id: number,
  before: SkuCosts,
  after: SkuCosts,
): Promise<CalendarDate | null> {
  const isIn = (all: SkuCosts) => (one: SkuCosts[number]) =>
    all.some(({ cost_from, unit_cost }) => cost_from === one.cost_from && unit_cost === one.unit_cost)
  const gone = before.filter((one) => !isIn(after)(one))
  const added = after.filter((one) => !isIn(before)(one))
  const days = [...gone, ...added].map(({ cost_from }) => cost_from).sort()
  if (gone.length > 0)
    await tx.delete(sku_cost).where(
      and(
        eq(sku_cost.shop_id, shop_id),
        eq(sku_cost.product_sku_id, product_sku_id),
        inArray(
          sku_cost.cost_from,
          gone.map(({ cost_from }) => cost_from),
        ),
      ),
    )
  if (added.length > 0) await tx.insert(sku_cost).values(added.map((one) => ({ shop_id, product_sku_id, ...one })))
  return days[0] ?? null
}
