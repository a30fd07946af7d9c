import { formatBalanceFilter, type OrderBalanceKind } from '@kushi/contract/admin/accounting'
import { japanDayStartSql, onJapanDaysCondition } from '@kushi/db/japan-day'
import { owedCondition } from '@kushi/db/owed'
import { shipment, shipping_decision } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_difference } from '@kushi/db/schema/payment'
import { settlement_line, settlement_term } from '@kushi/db/schema/settlement'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { countOrderBalances } from './receivables.ts'

interface Point {
  name: string
  count: number
  path: string
}

/**
 * Returns what an operator has to check before a month is closed, in the recommended order. Each task has a link to
 * exactly the rows that it counts. Nothing after the month counts, so that a closed month shows only its own tasks.
 */
export async function loadClosingTasks(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Point[]> {
  const after = sql`${japanDayStartSql(addDays(to, 1))}`
  const [balances, { rows }] = await Promise.all([
    countOrderBalances({ db, shop_id }, to),
    db.execute<Record<'unmatched' | 'unpaid' | 'owed' | 'different' | 'over' | 'waiting' | 'held', number>>(sql`
    select
      (select count(*)::int from ${settlement_line} l where l.shop_id = ${shop_id} and l.state = 'open' and l.paid_on <= ${to}::date) as unmatched,
      (select count(distinct o.id)::int from ${shipment} s join ${orders} o on o.shop_id = ${shop_id} and o.id = s.order_id
        where s.shop_id = ${shop_id} and ${onJapanDaysCondition(sql`s.shipped_at`, { from, to })}
          and o.status in ('shipped', 'delivered') and o.payment_total > 0 and o.payment_method_id is not null
          and not exists (select from ${payment} p where p.shop_id = ${shop_id} and p.order_id = o.id
            and p.state in ('captured', 'refunded'))) as unpaid,
      (select count(*)::int from ${orders} o where o.shop_id = ${shop_id} and o.created_at < ${after} and o.id in
        (select ${payment.order_id} from ${payment} where ${payment.shop_id} = ${shop_id} and ${owedCondition})) as owed,
      (select count(*)::int from ${payment_difference} d where d.shop_id = ${shop_id} and d.resolved_at is null and d.found_at < ${after}) as different,
      (select count(*)::int from ${payment} p where p.shop_id = ${shop_id}
        and p.captured_amount - p.settled_amount <> p.refunded_amount - p.settled_refund
        and p.captured_amount - p.settled_amount < p.refunded_amount - p.settled_refund
        and coalesce(p.captured_at, p.updated_at) < ${after} and coalesce(p.captured_at, p.updated_at) >= (select min(t.from_day) from ${settlement_term} t where t.shop_id = ${shop_id})) as over,
      (select count(*)::int from ${orders} o where o.shop_id = ${shop_id} and o.status in ('received', 'arranged')
        and o.delivery_date <= ${to}::date) as waiting,
      (select count(*)::int from ${shipping_decision} d join ${orders} o on o.shop_id = d.shop_id and o.id = d.order_id
        where d.shop_id = ${shop_id} and d.held is not null and o.created_at < ${after}) as held`),
  ])
  const { unmatched, unpaid, owed, different, over, waiting, held } = rows[0]!
  const balance = (name: string, kind: OrderBalanceKind): Point => ({
    name,
    count: balances[kind].orders,
    path: `/ledger?balance=${formatBalanceFilter(kind, to)}`,
  })
  return [
    {
      name: 'ご注文と合わない入金明細',
      count: unmatched,
      path: `/settlement-lines?state=open&paid_on_to=${to}`,
    },
    {
      name: '発送したのに、代金を受け取っていない注文',
      count: unpaid,
      path: `/orders?is_sent_unpaid=true&shipped_on_from=${from}&shipped_on_to=${to}`,
    },
    balance('入金の期日を過ぎた売掛金のある注文', 'overdue'),
    balance('入金を見はじめた日より前の、未入金の注文', 'older'),
    balance('売掛金がマイナスの注文', 'owed'),
    {
      name: 'お客様への返金が済んでいない注文',
      count: owed,
      path: `/orders?is_owed=true&created_at_to=${to}`,
    },
    {
      name: '多く入金された決済(残高がマイナス)',
      count: over,
      path: `/settlement-claims?is_over=true&captured_at_to=${to}`,
    },
    { name: '決済会社の記録と違う決済', count: different, path: '/' },
    { name: '出荷を止めている注文', count: held, path: `/orders?is_held=true&created_at_to=${to}` },
    {
      name: '月末までにお届けのはずで、まだ発送していない注文',
      count: waiting,
      path: `/orders?status=received&status=arranged&delivery_date_to=${to}`,
    },
  ]
}
