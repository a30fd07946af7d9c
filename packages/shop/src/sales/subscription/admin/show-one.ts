import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { paymentMethodName } from '@kushi/values/payment-method'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import {
  type AdminHandler,
  addressForOperator,
  canSeePersonalData,
  maskName,
  maskPhone,
  type OperatorQueryContext,
} from '../../../foundation/admin/index.ts'
import { customerRow } from '../../../people/customer/index.ts'
import { notFound } from '../../../shop-error.ts'
import { loadPaceView } from '../fit-pace.ts'
import {
  type LoadedSubscription,
  loadSubscriptionsWithDetails,
  type SubscriptionRow,
} from '../internal/load-subscription.ts'
import { memberContextFor } from '../internal/member-context-for.ts'
import { buildSubscriptionView } from '../internal/show-subscription.ts'
import { loadSubscriptionNotes, loadSubscriptionTimeline } from '../internal/timeline.ts'
import { yearlyRestAtEnd } from '../internal/yearly.ts'
import { failureName } from '../rules/failure.ts'
import { promisedPriceOn } from '../rules/price-offer.ts'
import { subscriptionListColumns, subscriptionListRow } from './list-all.ts'

export const showSubscriptionToOperator: AdminHandler<'GET /admin/v1/subscriptions/{id}'> = (ctx, { id }) =>
  subscriptionDetail(ctx, id)

/** Returns everything about a subscription, with the prices and dates that its member sees. @throws ShopError 404 */
export async function subscriptionDetail(ctx: OperatorQueryContext, id: number) {
  const { db, shop_id } = ctx
  const [found] = await db
    .select({ ...subscriptionListColumns, whole: customer })
    .from(subscription)
    .innerJoin(customer, refersToCondition(subscription.customer_id, customer))
    .where(and(eq(subscription.shop_id, shop_id), eq(subscription.id, id)))
  if (!found || found.row.summary_status === 0) throw notFound()
  const isOpen = canSeePersonalData(ctx)
  const { row } = found
  const [loaded] = await loadSubscriptionsWithDetails(ctx, [row])
  const { view } = await buildSubscriptionView(ctx, loaded!)
  const of = { db, shop_id, subscription_id: id, is_open: isOpen }
  const notes = await loadSubscriptionNotes(of)
  return {
    ...view,
    ...subscriptionListRow(ctx, found, loaded!.leads),
    customer: customerRow(found.whole, isOpen),
    recipient: recipientOf(row, isOpen),
    shipping_address: isOpen ? row : null,
    next_items: await itemsOf(db, shop_id, loaded!),
    cycles: await cyclesOf(db, row),
    yearly: yearlyRestAtEnd(loaded!),
    pace: await loadPaceView(memberContextFor(ctx, row, false), loaded!, false),
    notes: notes.map(({ at, ...note }) => ({ ...note, created_at: at.toISOString() })),
    timeline: await loadSubscriptionTimeline(of),
  }
}

/** Operators who may not see addresses see the prefecture. */
function recipientOf(row: SubscriptionRow, isOpen: boolean) {
  const name = `${row.name01} ${row.name02}`
  return {
    name: isOpen ? name : maskName(name),
    address: addressForOperator(row, isOpen),
    phone_number: isOpen ? row.phone_number : maskPhone(row.phone_number),
  }
}

/** Returns the items with their promised terms. */
async function itemsOf(db: Queryable, shop_id: number, { row, items }: LoadedSubscription) {
  const ids = items.map(({ product_sku_id }) => product_sku_id)
  if (ids.length === 0) return []
  const skus = await db
    .select({ id: product_sku.id, product_code: product_sku.product_code })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), inArray(product_sku.id, ids)))
  return items.map((item) => ({
    product_sku_id: item.product_sku_id,
    following_price: promisedPriceOn(item, row.next_delivery_date),
    product_code: skus.find((one) => one.id === item.product_sku_id)?.product_code ?? '',
  }))
}

/** The maximum number of deliveries that the page shows. */
const MOST = 24

/** Returns the deliveries, newest first, each with its order and its attempts. */
async function cyclesOf(db: Queryable, { shop_id, id }: SubscriptionRow) {
  const placed = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.subscription_id, id)))
    .orderBy(desc(orders.cycle))
    .limit(MOST)
  const tried = await db
    .select()
    .from(billing_attempt)
    .where(and(eq(billing_attempt.shop_id, shop_id), eq(billing_attempt.subscription_id, id)))
    .orderBy(desc(billing_attempt.cycle), asc(billing_attempt.attempt))
    .limit(MOST * 10)
  const numbers = [...new Set([...placed.map(({ cycle }) => cycle!), ...tried.map(({ cycle }) => cycle)])]
  return numbers
    .sort((a, b) => b - a)
    .slice(0, MOST)
    .map((cycle) => ({
      cycle,
      order: placed.find((one) => one.cycle === cycle) ?? null,
      attempts: tried
        .filter((one) => one.cycle === cycle)
        .map(({ failure, payment_method_id, ...one }) => ({
          ...one,
          failure_name: failure && failureName(failure),
          payment_name: paymentMethodName(payment_method_id),
        })),
    }))
}
