import type { Queryable } from '@kushi/db/connect'
import { bank_refund } from '@kushi/db/schema/bank-refund'
import { order_ad_consent } from '@kushi/db/schema/conversion'
import { customer } from '@kushi/db/schema/customer'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { order_document, order_visit, orders } from '@kushi/db/schema/order'
import { payment, payment_transfer } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import type { ClickIdName } from '@kushi/values/click-id'
import type { OrderStatus } from '@kushi/values/order-status'
import { netCapturedAmount, totalRefundedAmount, unrefundedAmount } from '@kushi/values/paid-amounts'
import { isPaidByBankTransfers, paymentMethod } from '@kushi/values/payment-method'
import { variantName } from '@kushi/values/product'
import { listDiscounts } from '@kushi/values/promotion'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import {
  type AdminHandler,
  addressForOperator,
  canSeePersonalData,
  maskName,
  maskPhone,
  maskText,
  type OperatorContext,
} from '../../../foundation/admin/index.ts'
import { loadRecentMessages } from '../../../messaging/message/index.ts'
import { customerRow } from '../../../people/customer/index.ts'
import { notFound } from '../../../shop-error.ts'
import { isRefundDue, isRefundUnanswered, paymentRefusalText } from '../../payment/index.ts'
import { loadOrderCredits, loadOrderWithCredits, refundableAmounts } from '../internal/credit-order.ts'
import { deliveryNameSql } from '../internal/delivery-name.ts'
import { loadShipments } from '../internal/load-shipments.ts'
import { isImportedOrderSql, loadOrderItems, type OrderRow } from '../internal/order-row.ts'
import { orderVersion } from '../internal/plan-change.ts'
import { loadReplacedPieces, loadReplacements } from '../internal/replacements.ts'
import { loadOrderNotes, loadOrderTimeline } from '../internal/timeline.ts'
import { documentedOrderOf, documentRefusals } from '../rules/document-availability.ts'
import { orderRefusals } from '../rules/order-refusals.ts'
import { replacementRefusal, returnSettlementRefusal } from '../rules/replacement.ts'
import { orderListColumns, orderListRow } from './list-orders.ts'

export const showOrder: AdminHandler<'GET /admin/v1/orders/{id}'> = (ctx, { id }) => orderDetail(ctx, ctx.db, id)

/** 広告からの訪問 that led to it. */
async function visitOf(db: Queryable, { shop_id, id }: OrderRow) {
  const [visit] = await db
    .select({ landing_path: order_visit.landing_path, click_ids: order_visit.click_ids })
    .from(order_visit)
    .where(and(eq(order_visit.shop_id, shop_id), eq(order_visit.order_id, id)))
  return visit ? { ...visit, click_ids: Object.keys(visit.click_ids ?? {}) as ClickIdName[] } : null
}

/** Whether the customer agreed that 広告の送信先 receive the order. */
const hasAdConsent = async (db: Queryable, { shop_id, id }: OrderRow): Promise<boolean> =>
  (await db.$count(order_ad_consent, and(eq(order_ad_consent.shop_id, shop_id), eq(order_ad_consent.order_id, id)))) > 0

/** Everything about an order. @throws ShopError 404 */
export async function orderDetail(ctx: OperatorContext, db: Queryable, id: number) {
  const { shop_id } = ctx
  const found = await find(db, shop_id, id)
  const { row, member, delivery_name, time, summary_status } = found
  const isOpen = canSeePersonalData(ctx)
  const of = { db, shop_id, order_id: id, is_open: isOpen }
  const items = await loadOrderItems(db, row)
  const shipments = (await loadShipments(db, shop_id, [id])).get(id) ?? []
  const payments = await db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), eq(payment.order_id, id)))
    .orderBy(desc(payment.id))
    .limit(50)
  const hasTransfers = payments.some((one) => isPaidByBankTransfers(one.payment_method_id))
  const transfers = hasTransfers ? await loadTransfers(db, shop_id, id) : []
  const notes = await loadOrderNotes(of)
  const replacements = await loadReplacements(db, row)
  const replaced = await loadReplacedPieces(db, row)
  const sold = items.map((item) => ({ ...item, replaceable: item.quantity - (replaced.get(item.id) ?? 0) }))
  const left = sold.reduce((sum, { replaceable }) => sum + replaceable, 0)
  const status = row.status as OrderStatus
  const head = orderListRow(ctx, found)
  const paid = payments[0]
  const kept_amount = netCapturedAmount(paid ?? null)
  const sale = await loadOrderWithCredits(db, row)
  const is_moved = await isMoved(db, shop_id, id)
  const availability = documentedOrderOf(row, {
    is_moved,
    shipments,
    paid: paid ?? null,
    is_credited: sale.credited.some(({ amount }) => amount > 0),
  })
  return {
    ...row,
    ...head,
    version: orderVersion(row, items),
    customer: customerRow(member, isOpen),
    recipient: recipientOf(row, isOpen),
    shipping_address: isOpen ? row : null,
    ad_visit: await visitOf(db, row),
    ad_consented: await hasAdConsent(db, row),
    delivery_name,
    delivery_time: time,
    delivery_notes: isOpen ? row.delivery_notes : maskText(row.delivery_notes),
    wrapping: isOpen ? row.wrapping : withoutWords(row.wrapping),
    items: sold.map((item) => ({ ...item, choices: variantName(item) })),
    discounts: listDiscounts(items, row.discount_amount),
    replaces: await originalOf(db, row),
    replacements,
    shipments,
    kept_amount,
    owed_amount: unrefundedAmount(paid ?? null),
    bank_refund: await bankRefundOf(ctx, db, id),
    refundable: refundableAmounts(sale),
    credits: await loadOrderCredits(db, row, items),
    payments: payments.map((one) => ({
      ...one,
      payment_method_id: paymentMethod(one.payment_method_id).id,
      to_pay: toPayOf(one),
      transfers: transfers.filter(({ payment_id }) => payment_id === one.id),
      state: one.state,
      refund_asked: isRefundUnanswered(one) ? one.refund_asked : null,
      is_refund_due: isRefundDue(one, ctx.clock.now()),
      capture_until: (one.state === 'authorised' && one.capture_until?.toISOString()) || null,
      message: paymentRefusalText(one.refusal, one.payment_method_id),
      created_at: one.created_at.toISOString(),
    })),
    subscription:
      row.subscription_id === null ? null : { id: row.subscription_id, summary_status: summary_status ?? 0 },
    notes: notes.map(({ at, ...note }) => ({ ...note, created_at: at.toISOString() })),
    messages: await loadRecentMessages(db, shop_id, { order_id: id }),
    timeline: await loadOrderTimeline(of),
    refusals: {
      ...orderRefusals({
        status,
        replacement_kind: row.replacement_kind,
        cycle: row.cycle,
        payment_method_id: row.payment_method_id,
        payment_state: head.payment_state,
        captured_on_charge: paid?.captured_on_charge ?? false,
        kept_amount,
        given_back: totalRefundedAmount(paid ?? null),
        parcels: shipments.map(({ status }) => status),
      }),
      replace: replacementRefusal({ status, left, is_withdrawn: member.withdrawn_at !== null }),
      goods_back: returnSettlementRefusal(row),
    },
    documents: {
      receipt: documentRefusals.receipt(availability),
      statement: documentRefusals.statement(availability),
      delivery_slip: documentRefusals['delivery-slip'](availability),
      return_invoice: documentRefusals['return-invoice'](availability),
      receipt_count: await db.$count(
        order_document,
        and(
          eq(order_document.shop_id, shop_id),
          eq(order_document.order_id, id),
          eq(order_document.document_type, 'receipt'),
        ),
      ),
    },
  }
}

const loadTransfers = (db: Queryable, shop_id: number, order_id: number) =>
  db
    .select()
    .from(payment_transfer)
    .where(and(eq(payment_transfer.shop_id, shop_id), eq(payment_transfer.order_id, order_id)))
    .orderBy(asc(payment_transfer.id))
    .limit(100)

const toPayOf = ({ state, pay_until, captured_amount, slip }: typeof payment.$inferSelect) =>
  state === 'awaiting' ? { pay_until: pay_until!.toISOString(), received_amount: captured_amount, ...slip! } : null

async function find(db: Queryable, shop_id: number, id: number) {
  const [found] = await db
    .select({
      ...orderListColumns(shop_id),
      member: customer,
      delivery_name: deliveryNameSql,
      time: delivery_time.delivery_time,
      summary_status: subscription.summary_status,
    })
    .from(orders)
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .innerJoin(delivery, refersToCondition(orders.delivery_id, delivery))
    .leftJoin(delivery_time, refersToCondition(orders.delivery_time_id, delivery_time))
    .leftJoin(subscription, refersToCondition(orders.subscription_id, subscription))
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, id)))
  if (!found) throw notFound()
  return found
}

/** 振込での返金 that is under way, or came back. */
async function bankRefundOf({ shop_id, clock }: OperatorContext, db: Queryable, order_id: number) {
  const states = ['asked', 'given', 'filed', 'returned'] as const
  const [row] = await db
    .select()
    .from(bank_refund)
    .where(
      and(eq(bank_refund.shop_id, shop_id), eq(bank_refund.order_id, order_id), inArray(bank_refund.state, states)),
    )
    .orderBy(desc(bank_refund.id))
    .limit(1)
  if (!row) return null
  const { amount, expires_at, updated_at } = row
  const state = row.state as (typeof states)[number]
  const is_expired = state === 'asked' && expires_at <= clock.now()
  return { state, amount, is_expired, updated_at: updated_at.toISOString() }
}

/** 元のご注文 of a 再送・交換. */
async function originalOf(db: Queryable, { shop_id, replaces_order_id }: OrderRow) {
  if (replaces_order_id === null) return null
  const { order_no, id } = orders
  const [found] = await db
    .select({ id, order_no })
    .from(orders)
    .where(sameRowCondition(orders, { shop_id, id: replaces_order_id }))
  return found!
}

async function isMoved(db: Queryable, shop_id: number, id: number): Promise<boolean> {
  const [found] = await db
    .select({ is_moved: isImportedOrderSql })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, id)))
  return found?.is_moved ?? false
}

/** Names and texts of customers are masked. */
const withoutWords = (wrapping: OrderRow['wrapping']): OrderRow['wrapping'] =>
  wrapping && {
    ...wrapping,
    noshi: wrapping.noshi && { ...wrapping.noshi, name_on: maskText(wrapping.noshi.name_on) },
    message_card: wrapping.message_card && {
      ...wrapping.message_card,
      card_text: maskText(wrapping.message_card.card_text),
    },
  }

/** An operator who may not see addresses sees the prefecture. */
function recipientOf(row: OrderRow, isOpen: boolean) {
  const name = `${row.name01} ${row.name02}`
  return {
    name: isOpen ? name : maskName(name),
    address: addressForOperator(row, isOpen),
    phone_number: isOpen ? row.phone_number : maskPhone(row.phone_number),
  }
}
