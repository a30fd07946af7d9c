import type { DeliveryPattern, OrderDraft } from '@kushi/contract/order'
import { customer_address } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { type OrderAmount, orderAmountLines } from '@kushi/values/order-amounts'
import { isCardPayment, isCashOnDelivery, type PaymentMethodId, paymentMethod } from '@kushi/values/payment-method'
import { prefectureName } from '@kushi/values/prefecture'
import { itemQuantityText } from '@kushi/values/product'
import { deliveryRangeText } from '@kushi/values/promotion'
import { wrappingLines } from '@kushi/values/wrapping'
import { formatYen } from '@kushi/values/yen'
import { and, asc, desc, eq } from 'drizzle-orm'
import { loadPointBalance } from '../../../catalogue/point/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { reachableEmail } from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { type OrderAssessment, placeOrderWithOptions } from '../../checkout/index.ts'
import { loadOrderChangeOptions, orderAuditSubject } from '../../order/index.ts'
import { listPaymentMethods } from '../../payment/index.ts'

import { loadMemberForOperator } from '../internal/load-acted-member.ts'
import { assessPhoneOrder, draftOfRequest, requireSubscriptionPermission } from '../internal/order-request.ts'

// 代理注文: a member's order by phone, by the rules and prices of their own orders.

const SHOWN = 20

export const showPhoneOrderOptions: AdminHandler<'GET /admin/v1/customers/{id}/order-options'> = async (
  ctx,
  { id },
) => {
  const { row, member } = await loadMemberForOperator(ctx, id)
  const { db, shop_id } = ctx
  const known = await db
    .select()
    .from(customer_address)
    .where(and(eq(customer_address.shop_id, shop_id), eq(customer_address.customer_id, id)))
    .orderBy(desc(customer_address.is_default), asc(customer_address.id))
    .limit(SHOWN)
  const { items: methods } = await listPaymentMethods(member, {})
  const { point_flag } = await loadShop(ctx)
  const { skus: subscription_skus } = await loadOrderChangeOptions(ctx, 'beginning')
  return {
    ...(await loadOrderChangeOptions(ctx, 'order')),
    subscription_skus,
    customer: { id, name: `${row.name01} ${row.name02}` },
    points_held: point_flag ? (await loadPointBalance(member)).balance : null,
    addresses: [{ ...row, id: 0 }, ...known].map((one) => ({
      id: one.id,
      shipping_address: one,
      label: `${one.name01} ${one.name02} ${prefectureName(one.pref_id) ?? ''}${one.addr01}${one.addr02}`,
    })),
    // Only the member may enter the card, by a link; only the member can log in to Amazon.
    payments: methods
      .map((one) => ({ ...one, is_later: isCardPayment(one.payment_method_id) }))
      .filter((one) => one.is_later || isAtOnce(one.payment_method_id as PaymentMethodId))
      .filter((one) => hasEmail(row) || isCashOnDelivery(one.payment_method_id as PaymentMethodId)),
  }
}

/** The other methods send something to the buyer's address. */
const hasEmail = ({ email }: { email: string }) => reachableEmail(email) !== ''
const isAtOnce = (id: PaymentMethodId) => ['cash', 'invoice'].includes(paymentMethod(id).kind)

export const previewPhoneOrder: AdminHandler<'POST /admin/v1/customers/{id}/orders/preview'> = async (ctx, input) => {
  const { member } = await loadMemberForOperator(ctx, input.id)
  requireSubscriptionPermission(ctx, input)
  return assessPhoneOrder(member, await draftOfRequest(ctx, input))
}

export const placePhoneOrder: AdminHandler<'POST /admin/v1/customers/{id}/orders'> = async (ctx, input) => {
  const { row, member } = await loadMemberForOperator(ctx, input.id)
  if (!hasEmail(row) && !isCashOnDelivery(input.payment_method_id))
    throw new ShopError(
      409,
      'ERROR_PAYMENT_NOT_OFFERED',
      'メールアドレスのない会員は、代金引換だけをお使いいただけます。',
    )
  if (!isAtOnce(input.payment_method_id))
    throw new ShopError(409, 'ERROR_PAYMENT_NOT_OFFERED', 'お電話では、このお支払い方法をお使いいただけません。')
  requireSubscriptionPermission(ctx, input)
  const draft = await draftOfRequest(ctx, input)
  const taken: Parameters<typeof placeOrderWithOptions>[2] = {
    said: (assessed) => said(ctx, draft, assessed),
    also: (tx, order) => {
      const { payment_total, payment_method_id, subscription_id } = order
      return recordAudit(tx, ctx, {
        ...orderAuditSubject(order),
        after: {
          by_phone: true,
          payment_total,
          payment_method_id,
          ...(draft.points && { points: draft.points }),
          ...(subscription_id !== null && { subscription_id }),
        },
      })
    },
  }
  const placed = await placeOrderWithOptions(
    member,
    {
      ...draft,
      idempotency_key: input.idempotency_key,
      card: null,
      amazon: null,
      third_party_consent: input.third_party_consent,
      shown: {
        payment_total: input.shown_payment_total,
        first_delivery_date: input.shown_delivery_date,
        following_payment_total: input.shown_following_total,
        ...(input.shown_later_totals && { later_payment_totals: input.shown_later_totals }),
        next_delivery_date: null,
        next_next_delivery_date: null,
        terms_version: '',
        text: '',
        shown_at: ctx.clock.now().toISOString(),
      },
      adcd: null,
      abmtcd: null,
      ad_user_id: null,
      ad_visit: null,
    },
    taken,
  ).catch(async (error) => {
    await requireStillThere(ctx, input.id)
    throw error
  })
  const [order] = await ctx.db
    .select({ id: orders.id, order_no: orders.order_no })
    .from(orders)
    .where(and(eq(orders.shop_id, ctx.shop_id), eq(orders.order_no, placed.order_no)))
  // Pressed again, or a parallel press was faster: the operator is recorded anyway.
  if (ctx.trail.entries === 0)
    await recordAudit(ctx.db, ctx, { ...orderAuditSubject(order!), after: { by_phone: true, asked_again: true } })
  return { ...placed, order_id: order!.id }
}

/** @throws ShopError 404 for a member who went while the order was being written */
async function requireStillThere(ctx: OperatorContext, id: number): Promise<void> {
  const gone = new ShopError(
    404,
    'ERROR_NOT_FOUND',
    'この会員はいなくなりました(退会・統合、または移行の取り消し)。注文は入っていません。',
  )
  await loadMemberForOperator(ctx, id).catch((error) => {
    throw error instanceof ShopError ? gone : error
  })
}

/** Stored as the text of the confirmation, because the member sees no screen. Later dates follow from the first one. */
function said(ctx: OperatorContext, draft: OrderDraft, assessed: OrderAssessment) {
  const { delivery_pattern } = draft
  const { terms_version, next_delivery_date, next_next_delivery_date } = assessed
  const text = [
    ...saidOfOrder(ctx, assessed),
    ...(delivery_pattern ? saidOfSubscription(delivery_pattern, assessed) : []),
    ...assessed.terms.map(({ label, lines }) => `${label}: ${lines.join('')}`),
    ...assessed.payment_texts,
    ...(assessed.consent_text ? [assessed.consent_text] : []),
  ]
  return { terms_version, next_delivery_date, next_next_delivery_date, text: text.join('\n') }
}

/** Said also where they are 0. */
const ALWAYS_SAID: readonly OrderAmount[] = ['delivery_fee', 'payment_fee']

const saidOfOrder = (
  { actor }: OperatorContext,
  { items, summary, wrapping, first_delivery_date }: OrderAssessment,
) => [
  `お電話でのご注文(担当者: ${actor.actor_name})`,
  ...items.map((item) => `${itemQuantityText(item)} ${formatYen(item.subtotal)}`),
  ...summary.gifts.map((gift) => `プレゼント ${itemQuantityText(gift)}`),
  ...wrappingLines(wrapping).map(({ label, text }) => `${label} ${text}`),
  ...orderAmountLines(summary)
    .filter(({ name, amount }) => name !== 'subtotal' && (amount !== 0 || ALWAYS_SAID.includes(name)))
    .map(({ label, amount }) => `${label} ${formatYen(amount)}`),
  `お支払い合計(税込) ${formatYen(summary.payment_total)}`,
  `お届け予定日 ${formatDateWithWeekday(first_delivery_date)}`,
]

const saidOfSubscription = (
  pattern: DeliveryPattern,
  { summary, next_delivery_date, next_next_delivery_date }: OrderAssessment,
) => [
  `定期便(${deliveryPatternText(pattern)})`,
  ...summary.later.map(
    (phase) => `${deliveryRangeText(phase)}の毎回のお支払い(税込) ${formatYen(phase.payment_total)}`,
  ),
  `2回目のお届け ${formatDateWithWeekday(next_delivery_date!)}、3回目のお届け ${formatDateWithWeekday(next_next_delivery_date!)}`,
]
