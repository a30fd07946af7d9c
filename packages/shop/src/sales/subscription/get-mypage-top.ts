import type { NextDelivery } from '@kushi/contract/customer'
import { order_item, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { skuPicturePathSql } from '@kushi/db/sku-picture'
import { groupOrderRows, type SoldSet } from '@kushi/values/product-set'
import { RUNNING_SUBSCRIPTION_STATUSES, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import { changeDeadline } from '../../catalogue/delivery/index.ts'
import type { Handler, MemberContext } from '../../context.ts'
import { hasErrorPayment } from '../../people/customer/index.ts'
import { loadCustomer } from '../../people/session/index.ts'
import { loadOrders } from '../order/index.ts'
import { type LoadedSubscription, loadSubscriptionsWithDetails } from './internal/load-subscription.ts'
import { type DeliverableItem, isLeftOut } from './rules/left-out.ts'
import { subscriptionLockOf } from './rules/lock.ts'
import { arrangementTermsOfSubscription } from './rules/terms.ts'

/** マイページの最初の画面 in one response: greeting, next deliveries, latest orders. */
export const getMypageTop: Handler<'GET /v1/customer/mypage-top'> = async (ctx) => {
  const [member, { has_error_payment }, next_deliveries, orders] = await Promise.all([
    loadCustomer(ctx, ctx.customer_id),
    hasErrorPayment(ctx, {}),
    listNextDeliveries(ctx, 3),
    loadOrders(ctx, undefined, { limit: 3 }),
  ])
  return { ...member, has_error_payment, next_deliveries, orders }
}

/** The parcels of the member's subscriptions that come next, the soonest first, on their way or still to be arranged. */
async function listNextDeliveries(ctx: MemberContext, limit: number): Promise<NextDelivery[]> {
  const { shop_id, customer_id } = ctx
  const rows = await ctx.db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.customer_id, customer_id),
        eq(subscription.shop_id, shop_id),
        or(
          inArray(subscription.summary_status, RUNNING_SUBSCRIPTION_STATUSES),
          gte(subscription.final_cycle, subscription.cycle),
        ),
      ),
    )
    .orderBy(asc(subscription.next_delivery_date), asc(subscription.id))
    .limit(limit)
  const loaded = await loadSubscriptionsWithDetails(ctx, rows)
  const coming = loaded.filter(({ order }) => order === null || order.status === 'payment_error')
  const parcels = [...(await onTheirWay(ctx, limit)), ...(await toBeArranged(ctx, coming))]
  return parcels.sort((a, b) => a.next_delivery_date.localeCompare(b.next_delivery_date)).slice(0, limit)
}

/** Parcels with an order: the first one of a subscription, and later ones from their arrangement on. */
async function onTheirWay(ctx: MemberContext, limit: number): Promise<NextDelivery[]> {
  const { shop_id, customer_id } = ctx
  const date = sql<string>`coalesce(${orders.delivery_date}, ${orders.expected_date})`
  const found = await ctx.db
    .select({ id: orders.id, subscription_id: subscription.id, date })
    .from(orders)
    .innerJoin(subscription, refersToCondition(orders.subscription_id, subscription))
    .where(
      and(
        eq(orders.shop_id, shop_id),
        eq(orders.customer_id, customer_id),
        inArray(orders.status, ['received', 'arranged', 'shipped', 'payment_pending']),
        sql`${date} is not null`,
      ),
    )
    .orderBy(asc(date), asc(orders.id))
    .limit(limit)
  const items = await ctx.db
    .select()
    .from(order_item)
    .where(
      and(
        eq(order_item.shop_id, shop_id),
        inArray(
          order_item.order_id,
          found.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(order_item.id))
  return found.map(({ id, date: next_delivery_date, subscription_id }) => ({
    subscription_id,
    // An error of the subscription concerns the parcel after this one.
    summary_status: SUBSCRIPTION_STATUS.normal,
    next_delivery_date,
    change_deadline: null,
    is_changeable: false,
    items: groupOrderRows(items.filter(({ order_id }) => order_id === id)).map(
      ({ item, set, gift }) => item ?? gift ?? shownSet(set),
    ),
  }))
}

const shownSet = ({ name, quantity, parts }: SoldSet<typeof order_item.$inferSelect>) => ({
  product_name: name,
  product_image: parts[0]!.product_image,
  set_item_name1: null,
  set_item_name2: null,
  quantity,
})

async function toBeArranged(ctx: MemberContext, loaded: readonly LoadedSubscription[]): Promise<NextDelivery[]> {
  const items = await itemsOf(ctx, loaded)
  return loaded.map((one) => {
    const { id: subscription_id, summary_status, next_delivery_date } = one.row
    return {
      subscription_id,
      summary_status,
      next_delivery_date,
      change_deadline: changeDeadline(next_delivery_date, arrangementTermsOfSubscription(one)),
      is_changeable: subscriptionLockOf(one, ctx.clock.today()) === null,
      items: items.filter((item) => item.subscription_id === subscription_id && isIn(item, one)),
    }
  })
}

/** Excludes items of another single delivery, and items that are left out of this one. */
const isIn = (item: DeliverableItem, { row }: LoadedSubscription) =>
  item.only_cycle === null ? !isLeftOut(item, row) : item.only_cycle === row.cycle

const itemsOf = (ctx: MemberContext, loaded: readonly LoadedSubscription[]) =>
  ctx.db
    .select({
      subscription_id: subscription_order_item.subscription_id,
      only_cycle: subscription_order_item.only_cycle,
      except_cycle: subscription_order_item.except_cycle,
      product_name: product.product_name,
      product_image: skuPicturePathSql,
      set_item_name1: product_sku.set_item_name1,
      set_item_name2: product_sku.set_item_name2,
      quantity: subscription_order_item.quantity,
    })
    .from(subscription_order_item)
    .innerJoin(product_sku, refersToCondition(subscription_order_item.product_sku_id, product_sku))
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(
      and(
        eq(subscription_order_item.shop_id, ctx.shop_id),
        inArray(
          subscription_order_item.subscription_id,
          loaded.map(({ row }) => row.id),
        ),
      ),
    )
    .orderBy(asc(subscription_order_item.id))
