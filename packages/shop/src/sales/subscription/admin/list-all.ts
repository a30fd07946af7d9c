import { subscriptionList } from '@kushi/contract/admin/subscription'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { master_data } from '@kushi/db/schema/shop'
import { billing_attempt, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { paymentMethod } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS_NAME, type SubscriptionStatusId } from '@kushi/values/subscription-status'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { loadLeadTimes, type ShopLeadTimes } from '../../../catalogue/delivery/index.ts'
import {
  type AdminHandler,
  canSeePersonalData,
  loadListPage,
  maskName,
  type OperatorQueryContext,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { ownAttemptCondition } from '../internal/billing-attempt.ts'
import { isDeliveredItemCondition } from '../internal/delivered-item-condition.ts'
import { loadReasonChoices, type ReasonList } from '../internal/reasons.ts'
import { subscriptionListSource } from '../internal/subscription-source.ts'
import { dunningOf } from '../rules/dunning.ts'
import { failureName } from '../rules/failure.ts'
import { nextStepOfSubscription } from '../rules/next-step.ts'
import { arrangementTermsOfSubscription } from '../rules/terms.ts'

/** 定期便一覧 for operators. */
export const listAllSubscriptions: AdminHandler<'GET /admin/v1/subscriptions'> = async (ctx, query) => {
  const page = await loadListPage<typeof subscriptionList, SubscriptionListRecord>(subscriptionList, query, {
    ...subscriptionListSource(ctx),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ ...subscriptionListColumns, sort_value })
        .from(subscription)
        .innerJoin(customer, refersToCondition(subscription.customer_id, customer))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, subscription),
  })
  const leads = await loadLeadTimes(ctx)
  return { ...page, items: page.items.map((row) => subscriptionListRow(ctx, row, leads)) }
}

/** The options of the list's filters that depend on the shop's data. */
export const showSubscriptionChoices: AdminHandler<'GET /admin/v1/subscription-choices'> = (ctx) =>
  loadReasonChoices(ctx, { ended: true })

type Attempt = typeof billing_attempt.$inferSelect
const item = subscription_order_item
const ofItems = <T>(what: SQL) => sql<T>`(select ${what} from ${item}
  join ${product_sku} on ${product_sku.shop_id} = ${item.shop_id} and ${product_sku.id} = ${item.product_sku_id}
  join ${product} on ${product.shop_id} = ${product_sku.shop_id} and ${product.id} = ${product_sku.product_id}
  where ${item.shop_id} = ${subscription.shop_id} and ${item.subscription_id} = ${subscription.id}
    and ${isDeliveredItemCondition(item, subscription.cycle)})`

const reasonName = (list: ReasonList, id: AnyPgColumn) =>
  sql<string | null>`(select m.label from ${master_data} m where m.shop_id = ${subscription.shop_id}
    and m.name = ${list} and m.id = ${id} limit 1)`

/** A subscription with the columns of the list and of its page, joined with its member. */
export const subscriptionListColumns = {
  id: subscription.id,
  row: getTableColumns(subscription),
  member: { name01: customer.name01, name02: customer.name02 },
  items: ofItems<number>(sql`count(*)::int`),
  pieces: ofItems<number>(sql`coalesce(sum(${item.quantity}), 0)::int`),
  first_name: ofItems<string | null>(sql`(array_agg(${product.product_name} order by ${item.id}))[1]`),
  end_reason_name: reasonName('cancel_reason', subscription.end_reason_id),
  pause_reason_name: reasonName('pause_reason', subscription.pause_reason_id),
  skip_reason_name: reasonName('skip_reason', subscription.skip_reason_id),
  is_arranged: sql<boolean>`exists (select from ${orders}
    where ${orders.subscription_id} = ${subscription.id} and ${orders.cycle} = ${subscription.cycle}
      and ${orders.shop_id} = ${subscription.shop_id} and ${orders.status} in ('received', 'arranged', 'shipped'))`,
  attempts: sql<Attempt[] | null>`(select json_agg(a order by a.attempt) from ${billing_attempt} a
    where a.shop_id = ${subscription.shop_id} and a.subscription_id = ${subscription.id} and a.cycle = ${subscription.cycle}
      and ${ownAttemptCondition(sql`a.resumed_by`)})`,
}
export interface SubscriptionListRecord {
  id: number
  row: typeof subscription.$inferSelect
  member: { name01: string; name02: string }
  items: number
  pieces: number
  first_name: string | null
  end_reason_name: string | null
  pause_reason_name: string | null
  skip_reason_name: string | null
  is_arranged: boolean
  attempts: Attempt[] | null
}

/** A row of the list; the page of a subscription begins with the same fields. */
export function subscriptionListRow(ctx: OperatorQueryContext, found: SubscriptionListRecord, leads: ShopLeadTimes) {
  const { row, member, items, pieces, first_name, is_arranged } = found
  const { id, summary_status, customer_id, cycle, next_delivery_date } = row
  const dunning = dunningOf(summary_status, found.attempts ?? [])
  const known = {
    is_arranged,
    terms: arrangementTermsOfSubscription({ row, leads }),
    ...(dunning && { retry_on: dunning.retry_on }),
  }
  const name = `${member.name01} ${member.name02}`
  return {
    id,
    summary_status,
    customer_id,
    cycle,
    next_delivery_date,
    pieces,
    summary_status_name: SUBSCRIPTION_STATUS_NAME[summary_status as SubscriptionStatusId],
    next_step: nextStepOfSubscription(row, known, ctx.clock.today()),
    customer_name: canSeePersonalData(ctx) ? name : maskName(name),
    items_text: `${first_name ?? ''}${items > 1 ? ` ほか${items - 1}点` : ''}`,
    pattern_label: deliveryPatternText(row),
    payment_method_id: paymentMethod(row.payment_method_id).id,
    failure_name: dunning && failureName(dunning.failure),
    retry_on: dunning?.retry_on ?? null,
    ended_on: row.ended_on,
    end_reason_name: found.end_reason_name,
    paused_on: row.paused_on,
    pause_reason_name: found.pause_reason_name,
    skipped_on: row.skipped_on,
    skip_reason_name: found.skip_reason_name,
    created_at: row.created_at.toISOString(),
  }
}
