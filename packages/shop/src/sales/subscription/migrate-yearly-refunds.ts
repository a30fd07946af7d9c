import type { Queryable } from '@kushi/db/connect'
import { order_credit, orders } from '@kushi/db/schema/order'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { subscription_event } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { creditItemsOfRequest, loadOrderWithCredits, lockOrder, writeOrderCredit } from '../order/index.ts'
import { isUnclaimedCondition } from '../payment/index.ts'

interface FormerEnding extends Record<string, unknown> {
  event_id: number
  order_id: number
  /** Yen that are not given back yet. */
  amount: number
  note: string
}

/**
 * Job: moves the open refunds of ended 年払い from their event, where servers of 0.4.0 store them, to a 赤伝. A server of
 * 0.4.0 would refund an amount in the event once more.
 */
export async function migrateYearlyRefundsToCredits(ctx: Context): Promise<void> {
  const { db, shop_id } = ctx
  for (const { event_id, order_id } of await listFormerEndings(db, shop_id))
    await db.transaction(async (tx) => {
      const { order, paid } = await lockOrder(tx, { shop_id, id: order_id })
      const [open] = await listFormerEndings(tx, shop_id, sql`e.id = ${event_id}`)
      if (!open) return
      const sale = await loadOrderWithCredits(tx, order)
      const lines = creditItemsOfRequest(sale, { sum: Math.min(open.amount, sale.rest.amount) })
      await writeOrderCredit(tx, ctx, order, paid, { kind: 'ended', lines, note: open.note })
      await tx
        .update(subscription_event)
        .set({ detail: sql`${subscription_event.detail} - 'refund'` })
        .where(sameRowCondition(subscription_event, { shop_id, id: event_id }))
    })
}

/** A server of 0.4.0 writes its 赤伝 together with the refund, so refunds that it may be making now are left out. */
async function listFormerEndings(db: Queryable, shop_id: number, and: SQL = sql`true`): Promise<FormerEnding[]> {
  const { rows } = await db.execute<FormerEnding>(sql`
    select * from (
      select e.id::float8 as event_id, o.id::float8 as order_id, coalesce(e.detail ->> 'ended_for', '解約') as note,
        (e.detail -> 'refund' ->> 'total')::int - (e.detail -> 'refund' ->> 'given')::int - coalesce((
          select sum(r.amount) from ${payment_refund} r
          where r.shop_id = e.shop_id and r.order_id = o.id and r.created_at >= e.created_at), 0)::int as amount
      from ${subscription_event} e
        join ${orders} o on o.shop_id = e.shop_id and o.order_no = e.detail -> 'refund' ->> 'order_no'
      where e.shop_id = ${shop_id} and (e.detail -> 'refund') is not null and ${and}
        and o.status not in ('cancelled', 'returned', 'payment_error')
        and exists (select from ${payment} where ${payment.shop_id} = o.shop_id and ${payment.order_id} = o.id
          and ${payment.state} in ('authorised', 'captured') and ${isUnclaimedCondition()})
        and not exists (select from ${order_credit} c where c.shop_id = o.shop_id and c.order_id = o.id
          and c.kind = 'ended' and c.created_at >= e.created_at)
        and not exists (select from ${subscription_event} s where s.shop_id = e.shop_id
          and s.subscription_id = e.subscription_id and s.event = 'refund_settled' and s.id > e.id)) former
    where amount > 0 order by event_id`)
  return rows
}
