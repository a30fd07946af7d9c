import { randomBytes } from 'node:crypto'
import { PhoneOrder } from '@kushi/contract/admin/phone-order'
import type { DeliveryPattern } from '@kushi/contract/order'
import { order_request, orders } from '@kushi/db/schema/order'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { deliveryFeesText } from '@kushi/values/order-amounts'
import { isCardPayment } from '@kushi/values/payment-method'
import { itemQuantityText } from '@kushi/values/product'
import { deliveryRangeText } from '@kushi/values/promotion'
import { firstPaymentLabel, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { wrappingLines } from '@kushi/values/wrapping'
import { formatYen } from '@kushi/values/yen'
import { and, desc, eq, gt, isNull, ne, notExists } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import { composeMail, enqueueMail, personalAddresseeText } from '../../../messaging/message/index.ts'
import { lockMember, refuseBlockedMember } from '../../../people/session/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import type { OrderAssessment } from '../../checkout/index.ts'
import { loadMemberForOperator } from '../internal/load-acted-member.ts'
import {
  assessPhoneOrder,
  draftOfRequest,
  findOrderOfRequest,
  orderRequestOverError,
  orderRequestState,
  requireSubscriptionPermission,
} from '../internal/order-request.ts'

const GOOD_FOR_DAYS = 7
const MAX_OPEN = 5
const SHOWN = 20

/**
 * カードは会員が: sends the member a link to the order that was agreed on the phone. It becomes an order when the member pays.
 */
export const sendOrderRequest: AdminHandler<'POST /admin/v1/customers/{id}/order-requests'> = async (ctx, input) => {
  const { row: buyer, member } = await loadMemberForOperator(ctx, input.id)
  await refuseBlockedMember(ctx.db, ctx.shop_id, input.id)
  if (!isCardPayment(input.payment_method_id))
    throw new ShopError(409, 'ERROR_PAYMENT_NOT_OFFERED', 'リンクでのお支払いは、カードだけです。')
  requireSubscriptionPermission(ctx, input)
  const { shop_id } = ctx
  const mine = and(eq(order_request.shop_id, shop_id), eq(order_request.customer_id, input.id))
  const subject = { subject: 'customer', subject_id: input.id, subject_name: '' }
  const [before] = await ctx.db
    .select()
    .from(order_request)
    .where(and(mine, eq(order_request.idempotency_key, input.idempotency_key)))
  // Pressed twice: the member already has the mail, even if something was sold out meanwhile.
  if (before) {
    await recordAudit(ctx.db, ctx, { ...subject, after: { order_request: before.id, asked_again: true } })
    return { expires_at: before.expires_at.toISOString() }
  }
  const draft = PhoneOrder.parse(input)
  const assessed = await assessPhoneOrder(member, await draftOfRequest(ctx, draft))
  if (assessed.method === null)
    throw new ShopError(
      409,
      'ERROR_PAYMENT_NOT_OFFERED',
      'お支払いのないご注文のため、リンクはいりません。このまま承れます。',
    )
  refuseChanged(assessed, input)
  const now = ctx.clock.now()
  const expires_at = new Date(now.getTime() + GOOD_FOR_DAYS * 86_400_000)
  const { payment_total } = assessed.summary
  await ctx.db.transaction(async (tx) => {
    await lockMember(tx, member)
    const paid = tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.shop_id, order_request.shop_id),
          eq(orders.customer_id, order_request.customer_id),
          eq(orders.idempotency_key, order_request.idempotency_key),
          ne(orders.status, 'payment_error'),
        ),
      )
    const isGood = and(isNull(order_request.withdrawn_at), gt(order_request.expires_at, now))
    const open = and(mine, isGood, notExists(paid))
    if ((await tx.$count(order_request, open)) >= MAX_OPEN)
      throw new ShopError(409, 'ERROR_TOO_MANY', `支払いのリンクは、一度に${MAX_OPEN}件までです。`)
    const [added] = await tx
      .insert(order_request)
      .values({
        shop_id,
        customer_id: input.id,
        request_no: randomBytes(16).toString('base64url'),
        draft,
        payment_total,
        idempotency_key: input.idempotency_key,
        created_at: now,
        expires_at,
        operator_id: ctx.operator.id,
        operator_name: ctx.operator.name,
      })
      .onConflictDoNothing({
        target: [order_request.shop_id, order_request.customer_id, order_request.idempotency_key],
      })
      .returning()
    await recordAudit(tx, ctx, { ...subject, after: { order_request: added?.id ?? 'asked_again', payment_total } })
    // A parallel press was faster.
    if (!added) return
    const seller = await loadShop({ db: tx, shop_id })
    const mail = await composeMail(tx, seller, 'order_requested', buyer, {
      宛名: personalAddresseeText(`${buyer.name01} ${buyer.name02}`),
      ...factsOf(draft, assessed),
      URL: `${shopUrl(ctx.settings, shop_id)}/sh/order-request/${added.request_no}`,
      有効期限: formatDateWithWeekday(timestampToJapanDate(expires_at.getTime())),
    })
    const about = { customer_id: input.id }
    await enqueueMail(tx, shop_id, `order-request:${added.id}`, mail, about)
  })
  return { expires_at: expires_at.toISOString() }
}

interface ShownTotals {
  shown_payment_total: number
  shown_following_total: number | null
  shown_delivery_date: string
}

function refuseChanged({ problems, summary, first_delivery_date }: OrderAssessment, seen: ShownTotals): void {
  if (problems[0]) throw new ShopError(409, 'ERROR_ORDER_REFUSED', problems[0].message)
  const isSame =
    summary.payment_total === seen.shown_payment_total &&
    (summary.following?.payment_total ?? null) === seen.shown_following_total &&
    first_delivery_date === seen.shown_delivery_date
  if (!isSame)
    throw new ShopError(409, 'ERROR_AMOUNT_CHANGED', '金額またはお届け日が変わりました。もう一度ご確認ください。')
}

const factsOf = ({ delivery_pattern }: PhoneOrder, { items, summary, wrapping }: OrderAssessment) => ({
  ご注文の商品: [
    ...items.map((one) => `${itemQuantityText(one)}  ${formatYen(one.subtotal)}`),
    ...wrappingLines(wrapping).map(({ label }) => `${label}あり`),
  ].join('\n'),
  お支払い金額: [
    ...summary.discounts.map(({ name, amount }) => `${name}: -${formatYen(amount)}`),
    `${delivery_pattern ? firstPaymentLabel(items) : 'お支払い'}合計: ${formatYen(summary.payment_total)}(税込、${deliveryFeesText(summary)} を含みます)`,
    ...(delivery_pattern ? whatFollows(delivery_pattern, { items, summary }) : []),
  ].join('\n'),
})

function whatFollows(pattern: DeliveryPattern, { items, summary }: Pick<OrderAssessment, 'items' | 'summary'>) {
  const cycle = `定期便のお届け周期: ${deliveryPatternText(pattern)}`
  const count = lumpSumDeliveryCount(items)
  if (count !== null)
    return ['2回目からのお支払い: ありません(年払い)', `${cycle}(全${count}回のお届けで終わり、自動では更新されません)`]
  return [
    ...summary.later.map(
      (phase) => `${deliveryRangeText(phase)}の毎回のお支払い: ${formatYen(phase.payment_total)}(税込)`,
    ),
    `${cycle}(解約のお申し出があるまで続きます)`,
  ]
}

export const listOrderRequests: AdminHandler<'GET /admin/v1/customers/{id}/order-requests'> = async (ctx, { id }) => {
  await loadMemberForOperator(ctx, id)
  const rows = await ctx.db
    .select()
    .from(order_request)
    .where(and(eq(order_request.shop_id, ctx.shop_id), eq(order_request.customer_id, id)))
    .orderBy(desc(order_request.id))
    .limit(SHOWN)
  const items = await Promise.all(
    rows.map(async (row) => {
      const order = await findOrderOfRequest(ctx.db, row)
      const state = orderRequestState(row, order, ctx.clock.now())
      return {
        id: row.id,
        payment_total: row.payment_total,
        operator_name: row.operator_name,
        state,
        is_subscription: Boolean((row.draft as Partial<PhoneOrder>).delivery_pattern),
        order_id: state === 'ordered' ? order!.id : null,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      }
    }),
  )
  return { items }
}

export const withdrawOrderRequest: AdminHandler<'POST /admin/v1/order-requests/{id}/withdraw'> = async (
  ctx,
  { id },
) => {
  const mine = and(eq(order_request.shop_id, ctx.shop_id), eq(order_request.id, id))
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(order_request).where(mine).for('update')
    if (!row) throw notFound()
    if (orderRequestState(row, await findOrderOfRequest(tx, row), ctx.clock.now()) !== 'open')
      throw orderRequestOverError()
    await tx.update(order_request).set({ withdrawn_at: ctx.clock.now() }).where(mine)
    const subject = { subject: 'customer', subject_id: row.customer_id, subject_name: '' }
    await recordAudit(tx, ctx, { ...subject, before: { order_request: id }, after: { order_request: null } })
  })
  return {}
}
