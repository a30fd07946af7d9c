import { owedAmountSql, owedCondition, returnedUnrefundedCondition } from '@kushi/db/owed'
import { bank_refund } from '@kushi/db/schema/bank-refund'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_difference } from '@kushi/db/schema/payment'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { sql } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { isLapsingSql, reviewEndsOn } from '../../../sales/payment/index.ts'

interface PaymentCounts extends Record<string, unknown> {
  held: number
  awaiting: number
  short: number
  first_held: Date | string | null
  voids: number
  differences: number
  difference_order_id: number | null
  to_refund: number
  owed_amount: number
  transfers: number
  lapsing: number
  first_lapse: Date | string | null
  declined: number
}

/** Counts the payments that wait for an operator, in one statement. */
export async function countWaitingPayments({ db, shop_id, clock }: OperatorContext) {
  const lapsing = sql`from ${payment} p where p.shop_id = ${shop_id} and ${isLapsingSql({ clock }, 'p')}`
  const today = clock.today()
  const day = (date: string) => `${date}T00:00:00+09:00`
  const ofState = (state: string) => sql`from ${payment} p where p.shop_id = ${shop_id} and p.state = ${state}`
  const open = sql`from ${payment_difference} d join ${payment} p on p.shop_id = d.shop_id and p.id = d.payment_id
    where d.shop_id = ${shop_id} and d.resolved_at is null`
  const { rows } = await db.execute<PaymentCounts>(sql`select
    (select count(*)::int ${ofState('held')}) as held,
    (select count(*)::int ${ofState('awaiting')} and p.captured_amount = 0) as awaiting,
    (select count(*)::int ${ofState('awaiting')} and p.captured_amount > 0) as short,
    (select min(o.created_at) from ${payment} p join ${orders} o on o.shop_id = p.shop_id and o.id = p.order_id
      where p.shop_id = ${shop_id} and p.state = 'held') as first_held,
    (select count(*)::int ${ofState('void_pending')}) as voids,
    (select count(*)::int ${open}) as differences,
    (select p.order_id ${open} order by d.payment_id limit 1) as difference_order_id,
    (select count(*)::int from ${payment} where ${payment.shop_id} = ${shop_id} and ${owedCondition}) as to_refund,
    (select coalesce(sum(${owedAmountSql}), 0)::int from ${payment} where ${payment.shop_id} = ${shop_id} and ${owedCondition}) as owed_amount,
    (select count(*)::int from ${bank_refund} where ${bank_refund.shop_id} = ${shop_id} and (${bank_refund.state} in ('given', 'filed') or ${returnedUnrefundedCondition})) as transfers,
    (select count(*)::int ${lapsing}) as lapsing,
    (select min(p.capture_until) ${lapsing}) as first_lapse,
    (select count(*)::int from ${orders} o where o.shop_id = ${shop_id} and o.status = 'payment_error'
      and o.created_at >= ${day(today)}) as declined`)
  const { first_held, first_lapse, ...counts } = rows[0]!
  return {
    ...counts,
    held_until: first_held === null ? null : reviewEndsOn(new Date(first_held)),
    lapse_on: first_lapse === null ? null : timestampToJapanDate(new Date(first_lapse).getTime()),
  }
}
