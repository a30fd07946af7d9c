import { MAX_ORDERS_PER_BATCH, type ShippingDeskOrder, type StoppedOrder } from '@kushi/contract/admin/shipping'
import { shipment, shipping_batch, shipping_import, shipping_import_row } from '@kushi/db/schema/fulfilment'
import { operator } from '@kushi/db/schema/operator'
import { prefectures } from '@kushi/values/prefecture'
import { itemPiecesText } from '@kushi/values/product'
import { groupByTemperature } from '@kushi/values/shipment'
import { and, desc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  maskName,
  type OperatorContext,
} from '../../../foundation/admin/index.ts'
import { countOrdersNotDue, countShippingDesk, loadShippingDesk, type ShippingDeskState } from '../count-desk.ts'
import type { DeskAssessment } from '../internal/desk.ts'
import { addressChangeRequestText } from '../internal/hold-reason-text.ts'
import type { ShippingTerms } from '../internal/shipping-terms.ts'
import { addressStopReason, currentLabel, stopReasonText } from '../rules/assess.ts'

/** 今日の出荷: the orders that can be shipped, the stopped ones with their reasons, and the batches in progress. */
export const showShippingDesk: AdminHandler<'GET /admin/v1/shipping/desk'> = async (ctx) => {
  const desk = await loadShippingDesk(ctx)
  const { seen, terms, counts } = desk
  const isOpen = ne(shipping_batch.status, 'completed')
  return {
    ...counts,
    today: ctx.clock.today(),
    pickup_time: terms.setting?.pickup_time ?? null,
    ready_orders: seen
      .filter(({ outcome }) => outcome.kind === 'ready')
      .slice(0, MAX_ORDERS_PER_BATCH)
      .map((one) => deskOrder(ctx, terms, one)),
    stopped_orders: listStoppedOrders(ctx, desk, MAX_SHOWN),
    later: await countOrdersNotDue(ctx, desk),
    batches: await loadBatchListRows(ctx, isOpen, MAX_SHOWN),
    imports: await openImports(ctx),
  }
}

/** The most orders that the desk lists; the counts include all. */
const MAX_SHOWN = 100

export const showShippingDeskCounts: AdminHandler<'GET /admin/v1/shipping/counts'> = countShippingDesk

/** The fields that are shown for any order. */
function shownOrder(
  ctx: OperatorContext,
  terms: ShippingTerms,
  { order, pieces }: Pick<DeskAssessment, 'order' | 'pieces'>,
) {
  const name = `${order.name01} ${order.name02}`.trim()
  const { delivery_name, carrier_program: program } = terms.method(order.delivery_id)
  return {
    id: order.id,
    order_no: order.order_no,
    name: canSeePersonalData(ctx) ? name : maskName(name),
    prefecture: prefectures[order.pref_id - 1] ?? '',
    delivery_name,
    program,
    delivery_date: order.delivery_date,
    delivery_time: terms.time(order.delivery_time_id).name,
    contents: pieces.map(itemPiecesText).join('、'),
    pieces: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

function deskOrder(ctx: OperatorContext, terms: ShippingTerms, one: DeskAssessment): ShippingDeskOrder {
  const { order, pieces, ready, assessed } = one
  const parts = ready.length > 0 ? ready : groupByTemperature(pieces)
  return {
    ...shownOrder(ctx, terms, one),
    temperatures: [...new Set(parts.map(({ temperature }) => temperature))],
    delivery_date: assessed.label?.delivery_date ?? order.delivery_date,
  }
}

/**
 * 止まっている: the first `limit` orders. Orders whose members wait for an answer come first, orders that wait for payment
 * last.
 */
export const listStoppedOrders = (ctx: OperatorContext, desk: ShippingDeskState, limit: number): StoppedOrder[] =>
  [...askedOf(ctx, desk), ...desk.seen.flatMap((one) => stoppedOf(ctx, desk.terms, one)), ...unpaidOf(ctx, desk)].slice(
    0,
    limit,
  )

function stoppedOf(ctx: OperatorContext, terms: ShippingTerms, one: DeskAssessment): StoppedOrder[] {
  const { outcome, assessed, order, same_address } = one
  if (outcome.kind !== 'stopped') return []
  const { reasons, action, to, proposal } = outcome
  const text = assessed.terms && currentLabel(assessed, assessed.terms)
  const isShown = canSeePersonalData(ctx)
  return [
    {
      ...deskOrder(ctx, terms, one),
      reasons: reasons.map((one) => stopReasonText(one, isShown)),
      action,
      to: to ?? (action === 'open_order' ? `/orders/${order.id}` : null),
      original: isShown ? text : null,
      proposal: isShown ? proposal : null,
      line_lengths: [...(assessed.terms?.address ?? [])],
      slots: [...(assessed.terms?.slots ?? [])],
      note: isShown ? order.delivery_notes : '',
      same_address,
      can_join: !assessed.is_cash,
    },
  ]
}

/** The fields of an order without a decision about its label. */
const noLabel = {
  original: null,
  proposal: null,
  line_lengths: [],
  slots: [],
  note: '',
  same_address: [],
  can_join: false,
}

/** Orders in a batch with a request to cancel or for another address: the desk has to decide. */
function askedOf(ctx: OperatorContext, { asked, terms }: ShippingDeskState): StoppedOrder[] {
  const seen = new Set<number>()
  return asked.flatMap(({ order, pieces, parcel, decision }) => {
    if (seen.has(order.id)) return []
    seen.add(order.id)
    return {
      ...shownOrder(ctx, terms, { order, pieces }),
      temperatures: [parcel.temperature],
      ...askedFor(decision, canSeePersonalData(ctx)),
      to: null,
      ...noLabel,
    }
  })
}

/** Every request that waits for the desk; the cancellation is decided first. */
function askedFor(decision: DeskAssessment['decision'], isShown: boolean): Pick<StoppedOrder, 'reasons' | 'action'> {
  const wish = decision?.address_wish
  const isCancelled = Boolean(decision?.cancel_asked_at) || !wish
  return {
    reasons: [
      ...(isCancelled ? ['出荷作業中に、お客様がキャンセルを希望しました。'] : []),
      ...(wish ? [stopReasonText(addressStopReason(addressChangeRequestText(wish)), isShown)] : []),
    ],
    action: isCancelled ? 'decide_cancel' : 'decide_address',
  }
}

/** Orders that are not paid or still under review. What can be done is on the order's page. */
const unpaidOf = (ctx: OperatorContext, { unpaid, terms }: ShippingDeskState): StoppedOrder[] =>
  unpaid.map((one) => ({
    ...shownOrder(ctx, terms, one),
    temperatures: [...new Set(groupByTemperature(one.pieces).map(({ temperature }) => temperature))],
    reasons: one.reasons,
    action: 'open_order' as const,
    to: `/orders/${one.order.id}`,
    ...noLabel,
  }))

const PAGE = 30

/** Batches, newest first. */
export const listShippingBatches: AdminHandler<'GET /admin/v1/shipping/batches'> = async (ctx, { before }) => {
  const rows = await loadBatchListRows(ctx, before === undefined ? undefined : lt(shipping_batch.id, before), PAGE + 1)
  const items = rows.slice(0, PAGE)
  return { items, next: rows.length > PAGE ? items.at(-1)!.id : null }
}

export async function loadBatchListRows({ db, shop_id }: OperatorContext, where: SQL | undefined, limit: number) {
  const inBatch = sql`select count(*)::int from ${shipment} s where s.shop_id = ${shipping_batch.shop_id} and s.shipping_batch_id = ${shipping_batch.id}`
  const rows = await db
    .select({
      batch: shipping_batch,
      owner: operator.name,
      parcels: sql<number>`(${inBatch} and s.status <> 'cancelled')`,
      shipped: sql<number>`(${inBatch} and s.status in ('shipped', 'received', 'returned'))`,
    })
    .from(shipping_batch)
    .leftJoin(operator, eq(operator.id, shipping_batch.operator_id))
    .where(and(eq(shipping_batch.shop_id, shop_id), where))
    .orderBy(desc(shipping_batch.id))
    .limit(limit)
  return rows.map(({ batch, owner, parcels, shipped }) => ({
    id: batch.id,
    batch_no: batch.batch_no,
    status: batch.status,
    owner: owner ?? 'コマンド',
    parcels,
    shipped,
    created_at: batch.created_at.toISOString(),
  }))
}

/** Files that need attention: not confirmed, or with failed rows. */
async function openImports({ db, shop_id }: OperatorContext) {
  // Names the table explicitly: in a select from one table, drizzle would omit it, and the column would be the
  // subquery's.
  const failed = sql<number>`(select count(*)::int from ${shipping_import_row} r where r.shop_id = "shipping_import"."shop_id"
    and r.shipping_import_id = "shipping_import"."id" and r.state = 'failed')`
  const rows = await db
    .select({ file: shipping_import, failed })
    .from(shipping_import)
    .where(and(eq(shipping_import.shop_id, shop_id), or(isNull(shipping_import.confirmed_at), sql`${failed} > 0`)))
    .orderBy(desc(shipping_import.id))
    .limit(10)
  return rows.map(({ file, failed: count }) => ({
    id: file.id,
    file_name: file.file_name,
    is_confirmed: file.confirmed_at !== null,
    failed: count,
  }))
}
