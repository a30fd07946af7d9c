import { shipment, shipping_decision } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { addDays } from '@kushi/values/calendar-date'
import { and, asc, eq, gt, gte, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { lookAtOrders, MOST, type Seen } from './internal/desk.ts'
import { toPack } from './internal/due-orders.ts'
import { loadParcels, type PackedParcel } from './internal/load-batch.ts'
import type { ShippingTerms } from './internal/shipping-terms.ts'
import { loadUnpaid, type Unpaid } from './internal/unpaid-orders.ts'
import { packFrom } from './rules/reach.ts'

export interface DeskCounts {
  /** 出荷できる orders. */
  ready: number
  /** 止まっている orders. */
  stopped: number
  /** 出荷作業中 parcels. */
  packed: number
  /** 出荷済 parcels of today. */
  shipped: number
}

export interface LookedAt {
  terms: ShippingTerms
  seen: Seen[]
  /** Nobody has paid for them yet. */
  unpaid: Unpaid[]
  /** Packed, and their member asks for a cancel. */
  asked: PackedParcel[]
  counts: DeskCounts
}

/** 今日の出荷, looked at whole; the counts are of what is shown. */
export async function lookAtDesk(ctx: Context): Promise<LookedAt> {
  const { db, shop_id, clock } = ctx
  const { terms, seen } = await lookAtOrders(ctx, db)
  const asked = await loadParcels(
    db,
    shop_id,
    and(eq(shipment.status, 'packed'), isNotNull(shipping_decision.cancel_asked_at))!,
  )
  const unpaid = await loadUnpaid(ctx, terms, MOST)
  const of = (kind: Seen['outcome']['kind']) => seen.filter(({ outcome }) => outcome.kind === kind).length
  const inShop = eq(shipment.shop_id, shop_id)
  return {
    ...{ terms, seen, asked, unpaid },
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

/** 今日の出荷 in numbers, for the home page. */
export const countDesk = async (ctx: Context): Promise<DeskCounts> => (await lookAtDesk(ctx)).counts

/** What has time: how many orders, and the first day on which one of them is packed. */
export async function countLater(
  { db, shop_id, clock }: Context,
  { terms, seen }: Pick<LookedAt, 'terms' | 'seen'>,
): Promise<{ orders: number; from: string | null }> {
  const near = seen.flatMap(({ outcome }) => (outcome.kind === 'later' ? outcome.from : []))
  const isFar = and(toPack(shop_id), gt(orders.delivery_date, addDays(clock.today(), terms.most_days + 1)))
  const far = await db.$count(orders, isFar)
  const [next] = await db.select().from(orders).where(isFar).orderBy(asc(orders.delivery_date), asc(orders.id)).limit(1)
  const from =
    next &&
    packFrom(next.delivery_date, terms.daysTo({ ...next, postal_code: next.postal_code01 + next.postal_code02 }))
  const [first = from ?? null] = near.sort()
  return { orders: near.length + far, from: first }
}
