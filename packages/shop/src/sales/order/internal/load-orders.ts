import type { Order } from '@kushi/contract/order'
import { delivery, delivery_time, shop_payment } from '@kushi/db/schema/delivery'
import { order_credit, order_document, order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { DocumentType } from '@kushi/values/document'
import type { OrderStatus } from '@kushi/values/order-status'
import { paymentMethodName } from '@kushi/values/payment-method'
import type { PaymentSlip } from '@kushi/values/payment-slip'
import { listDiscounts } from '@kushi/values/promotion'
import { fallbackPaymentOf } from '@kushi/values/second-way'
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { arrangementTerms, changeDeadline, loadLeadTimes } from '../../../catalogue/delivery/index.ts'
import { loadThankYouTexts } from '../../../catalogue/promise/index.ts'
import type { MemberContext } from '../../../context.ts'
import {
  awaitingPaymentText,
  orderPaymentMethodCondition,
  paymentMethodColumns,
  paymentRefusalText,
  paymentTexts,
  underReviewText,
} from '../../payment/index.ts'
import { documentedOrderOf, documentRefusals } from '../rules/document-availability.ts'
import { deliveryNameSql } from './delivery-name.ts'
import { loadShipments, partlyShippedText } from './load-shipments.ts'
import { isImportedOrderSql, ownOrdersCondition } from './order-row.ts'

function namedSecondWay(row: Parameters<typeof fallbackPaymentOf>[0]) {
  const way = fallbackPaymentOf(row)
  return way && { ...way, payment_name: paymentMethodName(way.payment_method_id) }
}

/** The member's orders, newest first, as the contract shows them: five queries, however many orders there are. */
export async function loadOrders(
  ctx: MemberContext,
  where: SQL | undefined,
  page: { limit: number; offset?: number },
): Promise<Order[]> {
  const rows = await rowsOf(ctx, where, page)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const [items, events, parcels, thanks] = await Promise.all([
    ctx.db
      .select()
      .from(order_item)
      .where(and(eq(order_item.shop_id, ctx.shop_id), inArray(order_item.order_id, ids)))
      .orderBy(asc(order_item.id)),
    ctx.db
      .select()
      .from(order_status_event)
      .where(and(eq(order_status_event.shop_id, ctx.shop_id), inArray(order_status_event.order_id, ids)))
      .orderBy(asc(order_status_event.id)),
    loadShipments(ctx.db, ctx.shop_id, ids),
    loadThankYouTexts(
      ctx,
      rows.flatMap(({ landing_slug }) => landing_slug ?? []),
    ),
  ])
  const leads = await loadLeadTimes(ctx)
  return rows.map((row) => {
    const status_events = events
      .filter((event) => event.order_id === row.id)
      .map(({ status, created_at }) => ({ status, created_at: created_at.toISOString() }))
    const shipments = parcels.get(row.id) ?? []
    const { is_moved, is_credited } = row
    const availability = documentedOrderOf(row, { is_moved, is_credited, shipments, paid: row.payment })
    const has = (type: DocumentType) => documentRefusals[type](availability) === null
    return {
      ...row,
      ...paymentNote(row),
      payment_texts: row.method && row.replacement_kind === null ? paymentTexts(row.method, row) : [],
      created_at: row.created_at.toISOString(),
      shipping_address: row,
      subscription: row.subscription && {
        ...row.subscription,
        second_way: namedSecondWay(row.subscription),
        change_deadline: changeDeadline(row.subscription.next_delivery_date, arrangementTerms(leads, row.subscription)),
      },
      landing_page: landingPage(row, thanks),
      items: items.filter((item) => item.order_id === row.id),
      discounts: listDiscounts(
        items.filter((item) => item.order_id === row.id),
        row.discount_amount,
      ),
      status_events,
      shipped_at: timeOf(status_events, 'shipped'),
      delivered_at: timeOf(status_events, 'delivered'),
      shipments,
      shipment_message: partlyShippedText(shipments),
      receipt_available: has('receipt'),
      receipt_reason: documentRefusals.receipt(availability),
      statement_available: has('statement'),
      delivery_slip_available: has('delivery-slip'),
      return_invoice_available: has('return-invoice'),
    } as Order
  })
}

function landingPage({ landing_slug: slug }: { landing_slug: string | null }, all: ReadonlyMap<string, string>) {
  const thanks = slug === null ? undefined : all.get(slug)
  return slug === null || thanks === undefined ? null : { slug, thanks }
}

interface LastPayment {
  state: string
  refusal: string | null
  refunded_amount: number
  repaid_amount: number
  captured_amount: number
  pay_until: string | null
  slip: PaymentSlip | null
}
type Paid = Pick<typeof orders.$inferSelect, 'payment_method_id' | 'created_at'> & { payment: LastPayment | null }
function paymentNote({ payment: last, payment_method_id, created_at }: Paid) {
  const is_held = last?.state === 'held'
  const refused = paymentRefusalText(last?.refusal ?? null, payment_method_id)
  if (last?.state !== 'awaiting')
    return { is_held, payment_message: is_held ? underReviewText(created_at) : refused, to_pay: null }
  // From json, so that its time is a text.
  const pay_until = new Date(last.pay_until!)
  return {
    is_held,
    payment_message: awaitingPaymentText(pay_until),
    to_pay: { pay_until: pay_until.toISOString(), received_amount: last.captured_amount, ...last.slip! },
  }
}

const timeOf = (events: readonly { status: OrderStatus; created_at: string }[], status: OrderStatus) =>
  events.findLast((event) => event.status === status)?.created_at ?? null

/**
 * The number of a later order by which the member bought the goods of this unpaid order again. It is not cancelled, has
 * all its goods, and is of the same kind (single purchase or subscription).
 */
const orderedAgain = sql<string | null>`case when ${orders.status} = 'payment_error' then (
  select n.order_no from orders n
  where n.shop_id = ${orders.shop_id} and n.customer_id = ${orders.customer_id} and n.id > ${orders.id}
    and n.status in ('received', 'arranged', 'shipped', 'delivered') and n.replaces_order_id is null
    and coalesce(n.cycle, 1) = 1 and (n.subscription_id is null) = (${orders.subscription_id} is null)
    and not exists (select from order_item i where i.shop_id = ${orders.shop_id} and i.order_id = ${orders.id} and i.gift_promotion_id is null
      and not exists (select from order_item j where j.shop_id = n.shop_id and j.order_id = n.id and j.gift_promotion_id is null
        and coalesce(j.set_sku_id, j.product_sku_id) = coalesce(i.set_sku_id, i.product_sku_id)))
  order by n.id limit 1) end`

const rowsOf = (
  ctx: MemberContext,
  where: SQL | undefined,
  { limit, offset = 0 }: { limit: number; offset?: number },
) =>
  ctx.db
    .select({
      ...getTableColumns(orders),
      is_moved: isImportedOrderSql,
      delivery_name: deliveryNameSql,
      delivery_time: delivery_time.delivery_time,
      payment: sql<LastPayment | null>`(select json_build_object('state', ${payment.state}, 'refusal', ${payment.refusal}, 'refunded_amount', ${payment.refunded_amount}, 'repaid_amount', ${payment.repaid_amount}, 'captured_amount', ${payment.captured_amount}, 'pay_until', ${payment.pay_until}, 'slip', ${payment.slip})
        from ${payment} where ${payment.shop_id} = ${orders.shop_id} and ${payment.order_id} = ${orders.id} order by ${payment.id} desc limit 1)`,
      ordered_again: orderedAgain,
      is_credited: sql<boolean>`exists (select from ${order_credit}
        where ${order_credit.shop_id} = ${orders.shop_id} and ${order_credit.order_id} = ${orders.id} and ${order_credit.amount} > 0)`,
      method: paymentMethodColumns(orders),
      receipt_count: sql<number>`(select count(*) from ${order_document}
        where ${order_document.shop_id} = ${orders.shop_id} and ${order_document.order_id} = ${orders.id} and ${order_document.document_type} = 'receipt')`.mapWith(
        Number,
      ),
      subscription: {
        id: subscription.id,
        summary_status: subscription.summary_status,
        arranged_before_days: subscription.arranged_before_days,
        delivery_id: subscription.delivery_id,
        pref_id: subscription.pref_id,
        postal_code01: subscription.postal_code01,
        postal_code02: subscription.postal_code02,
        next_delivery_date: subscription.next_delivery_date,
        next_next_delivery_date: subscription.next_next_delivery_date,
        subscription_division_id: subscription.subscription_division_id,
        param1: subscription.param1,
        param2: subscription.param2,
        param3: subscription.param3,
        payment_method_id: subscription.payment_method_id,
        card_seq: subscription.card_seq,
        second_way: subscription.second_way,
      },
    })
    .from(orders)
    .innerJoin(delivery, refersToCondition(orders.delivery_id, delivery))
    .leftJoin(delivery_time, refersToCondition(orders.delivery_time_id, delivery_time))
    .leftJoin(shop_payment, orderPaymentMethodCondition(orders))
    .leftJoin(subscription, and(refersToCondition(orders.subscription_id, subscription), eq(orders.cycle, 1)))
    .where(and(ownOrdersCondition(ctx), where))
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset)
