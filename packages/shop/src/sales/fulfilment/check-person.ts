import type { Tx } from '@kushi/db/connect'
import { order_check } from '@kushi/db/schema/person'
import { addDays } from '@kushi/values/calendar-date'
import type { PersonMatch } from '@kushi/values/person'
import { and, eq, isNull } from 'drizzle-orm'
import { loadLeadTimes, nextOpenDay } from '../../catalogue/delivery/index.ts'
import type { Context, QueryContext } from '../../context.ts'
import type { OrderAssessment } from '../checkout/index.ts'
import type { OrderRow } from '../order/index.ts'
import { saveShippingDecision } from './internal/decisions.ts'

/**
 * 同じ方かの確認 of a new order. Records benefits that were refused, with their reasons. If a benefit was given in doubt, the
 * order does not ship before an operator decides; the decision is due by the end of the next working day.
 */
export async function holdForPersonCheck(
  tx: Tx,
  ctx: QueryContext,
  order: OrderRow,
  { refused, doubted }: OrderAssessment['matches'],
): Promise<void> {
  const row = { shop_id: order.shop_id, order_id: order.id, created_at: ctx.clock.now() }
  if (refused.length > 0) await tx.insert(order_check).values({ ...row, outcome: 'told', matches: refused })
  if (doubted.length === 0) return
  const { closings } = await loadLeadTimes({ ...ctx, db: tx })
  const due_at = new Date(`${addDays(nextOpenDay(ctx.clock.today(), closings), 1)}T00:00:00+09:00`)
  await tx.insert(order_check).values({ ...row, outcome: 'held', matches: doubted, due_at })
  const held_at = ctx.clock.now().toISOString()
  const note = [...new Set(doubted.map(sayDoubt))].join('、')
  await saveShippingDecision(tx, ctx, order, { held: { reason: 'person', note, shortage: [], held_at, parcels: [] } })
}

const sayDoubt = ({ benefit, reasons = [] }: PersonMatch) =>
  reasons.length === 0 ? benefit : `${benefit}(${reasons.join('、')})`

/**
 * Records the decision on the open person check of an order; does nothing if there is none. The caller has locked the
 * order.
 */
export async function closePersonCheck(
  tx: Tx,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
  { shop_id, id }: Pick<OrderRow, 'shop_id' | 'id'>,
  decision: 'ship' | 'normal_price' | 'cancel',
): Promise<void> {
  await tx
    .update(order_check)
    .set({ decision, decided_at: clock.now(), operator_id: actor.actor_kind === 'operator' ? actor.actor_id : null })
    .where(
      and(
        eq(order_check.shop_id, shop_id),
        eq(order_check.order_id, id),
        eq(order_check.outcome, 'held'),
        isNull(order_check.decided_at),
      ),
    )
}
