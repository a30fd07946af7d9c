import { shipment, shipping_decision } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { RUNNING_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { and, asc, eq, gt, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { nextStepOfOrder } from '../order/index.ts'
import { paymentRefusalText } from '../payment/index.ts'
import { assessDeskOrders, type DeskAssessment, MAX_DESK_ORDERS } from './internal/desk.ts'
import { awaitsPackingCondition, type DueOrder, mayBeDueCondition, selectDueOrders } from './internal/due-orders.ts'
import { loadPackedParcels, type PackedParcel } from './internal/load-batch.ts'
import type { ShippingTerms } from './internal/shipping-terms.ts'
import { firstPackingDay } from './rules/reach.ts'

/** The counts at the top of 今日の出荷. */
export interface ShippingDeskCounts {
  /** 出荷できる orders. */
  ready: number
  /** 止まっている orders. */
  stopped: number
  /** 出荷作業中 parcels. */
  packed: number
  /** 出荷済 parcels of today. */
  shipped: number
}

/** Everything that 今日の出荷 shows, with its counts. */
export interface ShippingDeskState {
  terms: ShippingTerms
  seen: DeskAssessment[]
  /** Orders that are not paid yet. */
  unpaid: Unpaid[]
  /** Packed parcels with a request: to cancel, or for another address. */
  asked: PackedParcel[]
  counts: ShippingDeskCounts
}

/** Loads everything of 今日の出荷, so that its counts match its lists. */
export async function loadShippingDesk(ctx: Context): Promise<ShippingDeskState> {
  const { db, shop_id, clock } = ctx
  const { terms, seen } = await assessDeskOrders(ctx, db)
  const asked = await loadPackedParcels(
    db,
    shop_id,
    and(
      eq(shipment.status, 'packed'),
      or(isNotNull(shipping_decision.cancel_asked_at), isNotNull(shipping_decision.address_wish)),
    )!,
  )
  const unpaid = await loadUnpaid(ctx, terms, MAX_DESK_ORDERS)
  const of = (kind: DeskAssessment['outcome']['kind']) => seen.filter(({ outcome }) => outcome.kind === kind).length
  const inShop = eq(shipment.shop_id, shop_id)
  return {
    terms,
    seen,
    asked,
    unpaid,
    counts: {
      ready: of('ready'),
      stopped: of('stopped') + unpaid.length + new Set(asked.map(({ order }) => order.id)).size,
      packed: await db.$count(shipment, and(inShop, eq(shipment.status, 'packed'))),
      shipped: await db.$count(
        shipment,
        and(inShop, gte(shipment.shipped_at, new Date(`${clock.today()}T00:00:00+09:00`))),
      ),
    },
  }
}

/** The counts of 今日の出荷, for the home page. */
export const countShippingDesk = async (ctx: Context): Promise<ShippingDeskCounts> =>
  (await loadShippingDesk(ctx)).counts

/** Counts the orders that are not due yet, and returns the first day on which one of them has to be packed. */
export async function countOrdersNotDue(
  { db, shop_id, clock }: Context,
  { terms, seen }: Pick<ShippingDeskState, 'terms' | 'seen'>,
): Promise<{ orders: number; from: string | null }> {
  const near = seen.flatMap(({ outcome }) => (outcome.kind === 'later' ? outcome.from : []))
  const isFar = and(
    awaitsPackingCondition(shop_id),
    gt(orders.delivery_date, addDays(clock.today(), terms.most_days + 1)),
  )
  const far = await db.$count(orders, isFar)
  const [next] = await db.select().from(orders).where(isFar).orderBy(asc(orders.delivery_date), asc(orders.id)).limit(1)
  const from =
    next &&
    firstPackingDay(next.delivery_date, terms.daysTo({ ...next, postal_code: next.postal_code01 + next.postal_code02 }))
  const [first = from ?? null] = near.sort()
  return { orders: near.length + far, from: first }
}

/**
 * Not paid yet: a purchase in progress, or a later delivery whose payment is retried. A failed single purchase is not
 * included, because the customer orders anew.
 */
const isUnpaid = sql`(${orders.status} = 'payment_pending' or (${orders.status} = 'payment_error' and ${orders.cycle} > 1))`

/** For a subscription: only its current delivery, unless it is paused or ended. */
const isToCome = sql`(${orders.status} = 'payment_pending' or exists (select from ${subscription} s
  where s.shop_id = ${orders.shop_id} and s.id = ${orders.subscription_id} and s.cycle = ${orders.cycle}
    and (s.summary_status in ${RUNNING_SUBSCRIPTION_STATUSES} or s.final_cycle is not null)))`

type Unpaid = Pick<DueOrder, 'order' | 'pieces'> & { reasons: string[] }

/** Loads the orders that would be packed today if they were paid, each with the payment it waits for; oldest first. */
async function loadUnpaid(
  { db, shop_id, clock }: Pick<Context, 'db' | 'shop_id' | 'clock'>,
  terms: ShippingTerms,
  limit: number,
): Promise<Unpaid[]> {
  const today = clock.today()
  const where = and(isUnpaid, isToCome, mayBeDueCondition(today, terms.most_days + 1))!
  const near = await selectDueOrders(db, shop_id, { where, limit })
  if (near.length === 0) return []
  const ids = near.map(({ order }) => order.id)
  const payments = await db
    .select({ order_id: payment.order_id, state: payment.state, refusal: payment.refusal })
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), inArray(payment.order_id, ids)))
    .orderBy(asc(payment.id))
  // A customer who is paying right now, or still has days for it, is not stopped.
  const anHourAgo = new Date(clock.now().getTime() - 3_600_000)
  const last = new Map(payments.map((one) => [one.order_id, one]))
  return near.flatMap(({ order, pieces }) => {
    const { status, cycle, delivery_date } = order
    const { state = null, refusal = null } = last.get(order.id) ?? {}
    const from = firstPackingDay(
      delivery_date,
      terms.daysTo({ ...order, postal_code: order.postal_code01 + order.postal_code02 }),
    )
    const isInTime = state === 'awaiting' || (state !== 'held' && order.updated_at > anHourAgo)
    const isBeingPaid = status === 'payment_pending' && isInTime
    if (isBeingPaid || (from !== null && from > today)) return []
    const { text } = nextStepOfOrder({
      status,
      cycle,
      delivery_date,
      payment_state: state,
      hold_reason: null,
      has_unread_note: false,
      is_partly_sent: false,
      is_back: false,
      kept_amount: 0,
      owed_amount: 0,
      awaits_goods: false,
    })
    const why = status === 'payment_error' ? paymentRefusalText(refusal, order.payment_method_id) : null
    return { order, pieces, reasons: why === null ? [text] : [text, why] }
  })
}
