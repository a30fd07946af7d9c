import type { NextDelivery } from '@kushi/contract/customer'
import { refersTo } from '@kushi/db/in-shop'
import { product, product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { skuPicture } from '@kushi/db/sku-picture'
import { RUNNING_STATUS, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { changeDeadline } from '../../catalogue/delivery/index.ts'
import type { MemberContext, Verb } from '../../context.ts'
import { hasErrorPayment } from '../../people/customer/index.ts'
import { loadCustomer } from '../../people/session/index.ts'
import { loadOrders } from '../order/index.ts'

/** マイページの最初の画面 in one response: greeting, next deliveries, latest orders. */
export const getMypageTop: Verb<'GET /v1/customer/mypage-top'> = async (ctx) => {
  const [member, { has_error_payment }, next_deliveries, orders] = await Promise.all([
    loadCustomer(ctx, ctx.customer_id),
    hasErrorPayment(ctx, {}),
    listNextDeliveries(ctx, 3),
    loadOrders(ctx, undefined, { limit: 3 }),
  ])
  return { ...member, has_error_payment, next_deliveries, orders }
}

/** 次回のお届け of the member's active subscriptions (including those with a payment error), the soonest first. */
async function listNextDeliveries(ctx: MemberContext, limit: number): Promise<NextDelivery[]> {
  const rows = await ctx.db
    .select({
      subscription_id: subscription.id,
      summary_status: subscription.summary_status,
      next_delivery_date: subscription.next_delivery_date,
    })
    .from(subscription)
    .where(
      and(
        eq(subscription.customer_id, ctx.customer_id),
        eq(subscription.shop_id, ctx.shop_id),
        inArray(subscription.summary_status, RUNNING_STATUS),
      ),
    )
    .orderBy(asc(subscription.next_delivery_date), asc(subscription.id))
    .limit(limit)
  if (rows.length === 0) return []
  const items = await itemsOf(
    ctx,
    rows.map((row) => row.subscription_id),
  )
  return rows.map((row) => {
    const change_deadline = changeDeadline(row.next_delivery_date)
    return {
      ...row,
      change_deadline,
      is_changeable: row.summary_status !== SUBSCRIPTION_STATUS.normal || ctx.clock.today() <= change_deadline,
      items: items.filter((item) => item.subscription_id === row.subscription_id),
    }
  })
}

const itemsOf = (ctx: MemberContext, subscriptionIds: number[]) =>
  ctx.db
    .select({
      subscription_id: subscription_order_item.subscription_id,
      product_name: product.product_name,
      product_image: skuPicture,
      set_item_name1: product_sku.set_item_name1,
      set_item_name2: product_sku.set_item_name2,
      quantity: subscription_order_item.quantity,
    })
    .from(subscription_order_item)
    .innerJoin(product_sku, refersTo(subscription_order_item.product_sku_id, product_sku))
    .innerJoin(product, refersTo(product_sku.product_id, product))
    .where(
      and(
        eq(subscription_order_item.shop_id, ctx.shop_id),
        inArray(subscription_order_item.subscription_id, subscriptionIds),
      ),
    )
    .orderBy(asc(subscription_order_item.id))
