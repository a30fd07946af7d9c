import { order_item, orders } from '@kushi/db/schema/order'
import { orderedQuantityTexts } from '@kushi/values/product-set'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { canSeePersonalData, type OperatorContext } from '../../../foundation/admin/index.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import {
  MESSAGE_PLACEHOLDERS,
  type MessageKindName,
  type PersonalPlaceholderText,
} from '../../../messaging/message/index.ts'
import { loadOrderMailContext, orderMailPlaceholders, paymentMailPlaceholders } from '../../../sales/order/index.ts'
import {
  eventText,
  type SubscriptionEventName,
  subscriptionMailPlaceholders,
} from '../../../sales/subscription/index.ts'

const samples = Object.fromEntries(Object.entries(MESSAGE_PLACEHOLDERS).map(([name, { sample }]) => [name, sample]))

/** Orders whose mail was sent. */
const mailed = ['received', 'arranged', 'shipped', 'delivered'] as const

/** The subscription event that a text is sent for. */
const events: Partial<Record<MessageKindName, SubscriptionEventName>> = {
  subscription_noticed: 'noticed',
  subscription_arranged: 'arranged',
  subscription_failed: 'payment_failed',
  line_subscription_failed: 'payment_failed',
  subscription_card_expiring: 'card_expiring',
  line_subscription_card_expiring: 'card_expiring',
  subscription_second_way: 'second_way_taken',
  line_subscription_second_way: 'second_way_taken',
  price_lapsed: 'paused',
  line_price_lapsed: 'paused',
}

const eventOf = (kind: MessageKindName): SubscriptionEventName => events[kind] ?? 'updated'

/** Sample values of the placeholders, without data of any customer. */
export function samplePlaceholderValues(ctx: OperatorContext, kind: MessageKindName): Record<string, string> {
  const base = `${shopUrl(ctx.settings, ctx.shop_id)}/sh`
  return {
    ...samples,
    URL: `${base}/…`,
    カートのURL: `${base}/cart?restore=…`,
    マイページ: `マイページを開く\n${base}/mypage`,
    ご注文のページ: `ご注文の内容を見る\n${base}/mypage/history`,
    定期便のページ: `定期便を確認する\n${base}/mypage/subscriptions`,
    内容: eventText(eventOf(kind)),
  }
}

/**
 * Values of the placeholders in a preview: the newest order's facts, and samples where it has none. Only samples for a
 * role that may not see personal data.
 */
export async function previewPlaceholderValues(ctx: OperatorContext, kind: MessageKindName) {
  const own = samplePlaceholderValues(ctx, kind)
  if (!canSeePersonalData(ctx)) return { values: own, order_no: null }
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, ctx.shop_id), inArray(orders.status, [...mailed])))
    .orderBy(desc(orders.id))
    .limit(1)
  if (!order) return { values: own, order_no: null }
  const items = await ctx.db
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, ctx.shop_id), eq(order_item.order_id, order.id)))
    .orderBy(asc(order_item.id))
  const around = await loadOrderMailContext(ctx, order)
  const goods = orderedQuantityTexts(items)
  const facts: Record<string, string | PersonalPlaceholderText> = {
    ...(around.regular && subscriptionMailPlaceholders(around.regular, eventOf(kind), { facts: goods }, around.leads)),
    ...orderMailPlaceholders(order, items, around),
    ...paymentMailPlaceholders(
      { amount: order.payment_total, payment_method_id: order.payment_method_id },
      { order, to: around.to },
    ),
    商品: goods.map((one) => `・${one}`).join('\n'),
  }
  const known = Object.entries(facts)
    .map(([name, value]) => [name, typeof value === 'string' ? value : value.text] as const)
    .filter(([, value]) => value !== '')
  return { values: { ...own, ...Object.fromEntries(known) }, order_no: order.order_no }
}
