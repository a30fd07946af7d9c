import type { Queryable } from '@kushi/db/connect'
import { order_credit, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription_event } from '@kushi/db/schema/subscription'
import { type SQL, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import type { ShipmentHook } from '../../fulfilment/index.ts'
import { refundOrder } from '../../refund/index.ts'
import { recordEvent } from '../internal/record-event.ts'
import { loadLastEnding, refundYearlyRest } from '../internal/refund-rest.ts'
import { findShopSubscription, subscriptionAuditSubject } from '../internal/run-on-behalf.ts'

// 終了 records the refund before it is made; 解約 of a yearly contract records what its rule owes. It waits here until an
// operator has given it back.

interface RestRefund extends Record<string, unknown> {
  subscription_id: number
  order_id: number
  order_no: string
  amount: number
  /** With what the provider has given back already. */
  total: number
  ended_at: Date | string
}

const SHOWN = 20

/**
 * Returns the ended yearly subscriptions whose refund is still open, oldest first. A 代引 that was credited at the end
 * is left out; it is owed at its order.
 */
export async function listOpenYearlyRefunds(db: Queryable, shop_id: number, and: SQL = sql`true`) {
  const total = sql`(e.detail -> 'refund' ->> 'total')::int`
  const { rows } = await db.execute<RestRefund>(sql`
    select e.subscription_id, o.id as order_id, o.order_no, ${total} - p.refunded_amount as amount, ${total} as total, e.created_at as ended_at
    from ${subscription_event} e
      join ${orders} o on o.shop_id = e.shop_id and o.order_no = e.detail -> 'refund' ->> 'order_no'
      join ${payment} p on p.shop_id = o.shop_id and p.order_id = o.id and p.state = 'captured' and p.refunded_amount < ${total}
    where e.shop_id = ${shop_id} and e.event in ('ended', 'cancelled') and (e.detail -> 'refund') is not null and ${and}
      and not exists (select from ${order_credit} c where c.shop_id = e.shop_id and c.order_id = o.id and c.kind = 'ended'
        and p.payment_method_id is null and c.created_at >= e.created_at)
      and not exists (select from ${subscription_event} s where s.shop_id = e.shop_id
        and s.subscription_id = e.subscription_id and s.event = 'refund_settled' and s.id > e.id)
    order by e.id limit ${SHOWN}`)
  return rows.map(({ ended_at, ...row }) => ({ ...row, ended_at: new Date(ended_at).toISOString() }))
}

/** もう一度返金する: repeats the refund that failed at the end. It is made once, however often the button is pressed. */
export const retryYearlyRefund: AdminHandler<'POST /admin/v1/subscriptions/{id}/rest-refund'> = async (ctx, input) => {
  const row = await findShopSubscription(ctx, input.id)
  const { refund, ended_for = '解約' } = (await loadLastEnding(ctx.db, row)) ?? {}
  if (!refund || !(await isOpen(ctx.db, row))) throw nothingLeft()
  await refundYearlyRest(ctx, refund, { decision_reason: ended_for, notify: input.notify })
  return {}
}

/** ほかの方法で返金した: records that the shop refunded the money itself, outside the payment provider. */
export const settleYearlyRefund: AdminHandler<'POST /admin/v1/subscriptions/{id}/rest-refund/settled'> = async (
  ctx,
  { id, decision_reason },
) => {
  const row = await findShopSubscription(ctx, id)
  const [open] = await openOf(ctx.db, row)
  if (!open) throw nothingLeft()
  const { order_no, amount, total } = open
  const also: ShipmentHook = async (tx) => {
    if (!(await isOpen(tx, row))) throw nothingLeft()
    await recordEvent(tx, ctx, row, 'refund_settled', { detail: decision_reason })
    const after = { refund_settled: true, decision_reason }
    await recordAudit(tx, ctx, { ...subscriptionAuditSubject(id), after })
  }
  const seen = { refunded_amount: total - amount }
  const what = { order_no, refund: { kind: 'reduction', total }, by_hand: true, seen, credit_kind: 'ended' } as const
  await refundOrder(ctx, { ...what, note: decision_reason }, also)
  return {}
}

const openOf = (db: Queryable, { shop_id, id }: { shop_id: number; id: number }) =>
  listOpenYearlyRefunds(db, shop_id, sql`e.subscription_id = ${id}`)
const isOpen = async (db: Queryable, row: { shop_id: number; id: number }) => (await openOf(db, row)).length > 0

const nothingLeft = () =>
  new ShopError(409, 'ERROR_NO_REST_REFUND', 'この定期便に、残っている返金はありません。画面を読み込み直してください。')
