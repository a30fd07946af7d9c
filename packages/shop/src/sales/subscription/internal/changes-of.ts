import type { SubscriptionChange } from '@kushi/contract/subscription'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { delivery } from '@kushi/db/schema/delivery'
import type { PhoneDisplay } from '@kushi/values/phone'
import { and, eq } from 'drizzle-orm'
import type { PriceContext } from '../../../catalogue/price/index.ts'
import { changesBetween } from '../rules/changes-between.ts'
import type { SubscriptionRow } from './load-subscription.ts'
import type { SubscriptionView } from './show-subscription.ts'

interface Side extends Pick<SubscriptionView, 'view'> {
  row: SubscriptionRow
}

/**
 * Returns 変更前・変更後 of a change. Also reports a new delivery method that only later deliveries use: the next one still
 * goes by the old method.
 */
export async function subscriptionChangesOf(
  ctx: PriceContext,
  before: Side,
  after: Side,
  display: PhoneDisplay,
): Promise<SubscriptionChange[]> {
  const changes = changesBetween(before.view, after.view, display)
  const ids = [before.row.delivery_id, after.row.delivery_id]
  if (ids[0] === ids[1] || changes.some(({ name }) => name === 'delivery_id')) return changes
  const methods = await ctx.db
    .select({ id: delivery.id, name: delivery.delivery_name })
    .from(delivery)
    .where(and(eq(delivery.shop_id, before.row.shop_id), isAnyOfCondition(delivery.id, ids)))
  const [was, is] = ids.map((id) => methods.find((one) => one.id === id)!.name)
  const now = `${was}(次回は${before.view.delivery_name})`
  return [{ name: 'delivery_id', label: '配送方法', before: now, after: is! }, ...changes]
}
