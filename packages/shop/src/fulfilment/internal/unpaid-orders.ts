import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import type { PaymentStateName } from '@kushi/values/payment-state'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { nextStep } from '../../order/index.ts'
import { refusalMessage } from '../../payment/index.ts'
import { packFrom } from '../rules/reach.ts'
import { type DueOrder, isNear, loadOrders } from './due-orders.ts'
import type { ShippingTerms } from './shipping-terms.ts'

/** Not paid yet: a purchase that is, and a later delivery that is tried again. Who bought once and could not pay buys anew. */
const isUnpaid = sql`(${orders.status} = 'payment_pending' or (${orders.status} = 'payment_error' and ${orders.cycle} > 1))`

/** Of a subscription: the delivery that it stands at, unless it is paused or ended. */
const isToCome = sql`(${orders.status} = 'payment_pending' or exists (select from ${subscription} s
  where s.shop_id = ${orders.shop_id} and s.id = ${orders.subscription_id} and s.cycle = ${orders.cycle}
    and (s.summary_status between 1 and 4 or s.final_cycle is not null)))`

export type Unpaid = Pick<DueOrder, 'order' | 'pieces'> & { reasons: string[] }

/** Orders that would be packed today, were they paid, each with what it waits for; the oldest first. */
export async function loadUnpaid(
  { db, shop_id, clock }: Pick<Context, 'db' | 'shop_id' | 'clock'>,
  terms: ShippingTerms,
  limit: number,
): Promise<Unpaid[]> {
  const today = clock.today()
  const where = and(isUnpaid, isToCome, isNear(today, terms.most_days + 1))!
  const near = await loadOrders(db, shop_id, { where, limit })
  if (near.length === 0) return []
  const ids = near.map(({ order }) => order.id)
  const payments = await db
    .select({ order_id: payment.order_id, state: payment.state, refusal: payment.refusal })
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), inArray(payment.order_id, ids)))
    .orderBy(asc(payment.id))
  // Whoever is paying at this moment is not stopped.
  const anHourAgo = new Date(clock.now().getTime() - 3_600_000)
  const last = new Map(payments.map((one) => [one.order_id, one]))
  return near.flatMap(({ order, pieces }) => {
    const { status, cycle, delivery_date } = order
    const { state = null, refusal = null } = last.get(order.id) ?? {}
    const from = packFrom(
      delivery_date,
      terms.daysTo({ ...order, postal_code: order.postal_code01 + order.postal_code02 }),
    )
    const isBeingPaid = status === 'payment_pending' && state !== 'held' && order.updated_at > anHourAgo
    if (isBeingPaid || (from !== null && from > today)) return []
    const { text } = nextStep({
      ...{ status, cycle, delivery_date, payment_state: state as PaymentStateName | null },
      ...{ is_partly_sent: false, kept_amount: 0 },
    })
    const why = status === 'payment_error' ? refusalMessage(refusal) : null
    return { order, pieces, reasons: why === null ? [text] : [text, why] }
  })
}
