import type { TimelineEntry } from '@kushi/contract/admin/order'
import type { Queryable } from '@kushi/db/connect'
import { shipment, shipment_event } from '@kushi/db/schema/fulfilment'
import { audit_event } from '@kushi/db/schema/operator'
import { order_note, order_status_event, orders } from '@kushi/db/schema/order'
import { order_offer_answer } from '@kushi/db/schema/order-offer'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { outbox } from '@kushi/db/schema/system'
import { refersToCondition } from '@kushi/db/shop-scope'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { formatSlashedDate } from '@kushi/values/date-format'
import { type OrderStatus, REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { type PaymentState, paymentStateName } from '@kushi/values/payment-method'
import type { ShipmentStatus } from '@kushi/values/shipment'
import { formatYen } from '@kushi/values/yen'
import { and, desc, eq, isNotNull, ne, or } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { actorText } from '../../../actor.ts'
import { maskText } from '../../../foundation/admin/index.ts'
import {
  loadAuditEntries,
  loadInternalNotes,
  loadMessageEntries,
  MAX_TIMELINE_ENTRIES,
  noteEntries,
  sortTimelineEntries,
  type TimelinePart,
} from '../../../foundation/timeline/index.ts'
import { paymentRefusalText } from '../../payment/index.ts'

const NOTED = 'POST /admin/v1/orders/{id}/notes'

interface Of {
  db: Queryable
  shop_id: number
  order_id: number
  /** Whether text written by people is shown unmasked. */
  is_open: boolean
}

/**
 * Everything that happened to an order, newest first: states, money, parcels, messages, notes and what operators did.
 */
export async function loadOrderTimeline(of: Of): Promise<TimelineEntry[]> {
  return sortTimelineEntries([
    ...(await states(of)),
    ...(await added(of)),
    ...(await sentAgain(of)),
    ...(await money(of)),
    ...(await parcels(of)),
    ...(await loadMessageEntries(of.db, ofOrder(of, outbox))),
    ...noteEntries(await loadOrderNotes(of)),
    ...(await deeds(of)),
  ])
}

const ofOrder = ({ shop_id, order_id }: Of, table: { shop_id: AnyPgColumn; order_id: AnyPgColumn }) =>
  and(eq(table.shop_id, shop_id), eq(table.order_id, order_id))

const statusText: Record<OrderStatus, string> = {
  received: 'ご注文を受け付けました',
  payment_pending: 'お支払いの結果を待っています',
  payment_error: 'お支払いできませんでした',
  arranged: '発送の準備に入りました',
  shipped: 'すべて発送しました',
  delivered: 'お届けが済みました',
  cancelled: 'キャンセルになりました',
  returned: '返品になりました',
}

async function states(of: Of): Promise<TimelinePart[]> {
  const rows = await of.db
    .select()
    .from(order_status_event)
    .where(ofOrder(of, order_status_event))
    .orderBy(desc(order_status_event.id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map((event) => ({
    key: `status-${event.id}`,
    kind: 'order',
    text: statusText[event.status],
    detail: null,
    actor: actorText(event),
    at: event.created_at,
  }))
}

/** The goods that the member added by 注文のあとのご案内. */
async function added(of: Of): Promise<TimelinePart[]> {
  const rows = await of.db
    .select()
    .from(order_offer_answer)
    .where(and(ofOrder(of, order_offer_answer), isNotNull(order_offer_answer.taken_at)))
  return rows.map(({ offer_place, taken_at, total_before, total_after }) => ({
    key: `offer-${offer_place}`,
    kind: 'order',
    text: 'ご注文のあとのご案内から、商品を追加しました',
    detail: `お支払い合計 ${formatYen(total_before)} → ${formatYen(total_after)}`,
    actor: 'お客様',
    at: taken_at!,
  }))
}

/** 再送・交換, for the original and for the replacement. */
async function sentAgain({ db, shop_id, order_id }: Of): Promise<TimelinePart[]> {
  const rows = await db
    .select({
      id: orders.id,
      kind: orders.replacement_kind,
      order_no: orders.order_no,
      original_no: original.order_no,
      at: orders.created_at,
    })
    .from(orders)
    .innerJoin(original, and(eq(original.shop_id, shop_id), eq(original.id, orders.replaces_order_id)))
    .where(and(eq(orders.shop_id, shop_id), or(eq(orders.id, order_id), eq(orders.replaces_order_id, order_id))))
    .orderBy(desc(orders.id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map(({ id, kind, order_no, original_no, at }) => ({
    key: `replacement-${id}`,
    kind: 'order',
    detail: null,
    actor: null,
    at,
    text:
      id === order_id
        ? `${REPLACEMENT_KIND_NAME[kind!]}の注文です(元の注文 ${original_no})`
        : `${REPLACEMENT_KIND_NAME[kind!]}の注文 ${order_no} を作りました`,
  }))
}
const original = alias(orders, 'original')

/** Events of a payment besides its states. */
const eventText: Record<string, string> = {
  card_not_kept: 'カードを登録できませんでした',
  transferred: '振込のご入金がありました',
  paid_late: '取り消したあとにご入金がありました。返金してください。',
  uncollected: '代金引換の回収を取り消しました',
  refund_declined: '決済会社が返金を断りました。返金済みの合計は',
  refund_not_made: '決済会社で返金されていないことを確かめました。返金済みの合計は',
}

interface Detail {
  refusal?: string | null
  error?: string | null
  amount?: number
  captured_amount?: number
  refunded_amount?: number
}

async function money(of: Of): Promise<TimelinePart[]> {
  const rows = await of.db
    .select({ event: payment_event, method: payment.payment_method_id })
    .from(payment_event)
    .innerJoin(payment, refersToCondition(payment_event.payment_id, payment))
    .where(ofOrder(of, payment))
    .orderBy(desc(payment_event.id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map(({ event, method }) => {
    const state = event.event as PaymentState
    const detail = event.detail as Detail
    const given = detail.refunded_amount ?? 0
    const isPart = state === 'captured' && given > 0
    const received = detail.captured_amount ?? 0
    const isPartIn = state === 'authorised' && received > 0
    const isDeclined = event.event === 'refund_declined' || event.event === 'refund_not_made'
    const amount = given > 0 || isDeclined ? given : state === 'captured' || isPartIn ? received : detail.amount
    const name = isPart
      ? '一部返金'
      : isPartIn
        ? '一部の入金 合計'
        : (eventText[event.event] ?? paymentStateName(state, method))
    return {
      key: `money-${event.id}`,
      kind: 'money',
      actor: actorText(event),
      at: event.created_at,
      text: `決済: ${name}${amount === undefined ? '' : ` ${formatYen(amount)}`}`,
      detail: paymentRefusalText(detail.refusal ?? null, method),
    }
  })
}

const parcelText: Record<ShipmentStatus, string> = {
  ready: 'を用意しました',
  packed: 'を箱詰めしました',
  shipped: 'を発送しました',
  received: 'が届きました',
  returned: 'が戻りました',
  cancelled: 'を取り消しました',
}

async function parcels(of: Of): Promise<TimelinePart[]> {
  const rows = await of.db
    .select({ event: shipment_event, parcel: shipment })
    .from(shipment_event)
    .innerJoin(shipment, refersToCondition(shipment_event.shipment_id, shipment))
    .where(ofOrder(of, shipment))
    .orderBy(desc(shipment_event.id))
    .limit(MAX_TIMELINE_ENTRIES)
  // Read from the newest event back: the tracking number of each parcel after the event.
  const numbers = new Map<number, string | null>()
  return rows.map(({ event, parcel }) => {
    const number = numbers.get(parcel.id) ?? numberText(parcel)
    const before = event.replaced && numberText(event.replaced)
    if (before) numbers.set(parcel.id, before)
    return {
      key: `parcel-${event.id}`,
      kind: 'parcel',
      actor: actorText(event),
      at: event.created_at,
      text: `荷物 ${parcel.shipment_no} ${before ? 'の送り状番号を訂正しました' : parcelText[event.status]}`,
      detail: before ? `${before} → ${number}` : event.status === 'shipped' ? number : null,
    }
  })
}

const numberText = ({ carrier, tracking_no }: Pick<typeof shipment.$inferSelect, 'carrier' | 'tracking_no'>) =>
  carrier && `${CARRIER_NAME[carrier]} ${tracking_no}`

/** 社内メモ of an order, newest first. */
export const loadOrderNotes = (of: Of) => loadInternalNotes(of.db, order_note, ofOrder(of, order_note), of.is_open)

/** What operators did, from the audit log; without notes, which are entries of their own. */
const deeds = ({ db, shop_id, order_id, is_open }: Of) =>
  loadAuditEntries(
    db,
    and(
      eq(audit_event.shop_id, shop_id),
      eq(audit_event.subject, 'order'),
      eq(audit_event.subject_id, String(order_id)),
      ne(audit_event.action, NOTED),
    ),
    (after) => reasonOf(after, is_open),
  )

function reasonOf({ decision_reason, paid_on }: Record<string, unknown>, is_open: boolean): string | null {
  if (typeof decision_reason !== 'string') return null
  const reason = is_open ? decision_reason : maskText(decision_reason)
  return typeof paid_on === 'string' ? `${formatSlashedDate(paid_on)} 入金・${reason}` : reason
}
