import type { AccountingMonth, OrderBalanceKind } from '@kushi/contract/admin/accounting'
import { collectingCarrierSql } from '@kushi/db/collecting-carrier'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { settlement_term } from '@kushi/db/schema/settlement'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { MONEY_KINDS } from '@kushi/values/ledger'
import { PAYMENT_METHODS } from '@kushi/values/payment-method'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/** Booked against the bank alone: no 売掛金. */
const beside = sql.raw(
  MONEY_KINDS.filter((kind) => kind !== 'received')
    .map((kind) => `'${kind}'`)
    .join(', '),
)

type Asker = Pick<Context, 'db' | 'shop_id'>

/** SQL of the carrier that collects the money of the order `l.order_id`; null if it is not 代引. */
export const ledgerEntryCarrierSql = (shop_id: number) =>
  sql`case when l.payment_method_id is null then ${collectingCarrierSql(sql`${shop_id}`, sql`l.order_id`)} end`

/** The payer: the provider of the payment method, or the carrier. */
const payerOf = sql`coalesce(o.carrier, case o.payment_method_id ${sql.join(
  PAYMENT_METHODS.flatMap(({ id, provider }) =>
    id === null ? [] : [sql`when ${sql.raw(String(id))} then ${sql.raw(`'${provider}'`)}`],
  ),
  sql` `,
)} end)`

/**
 * 売掛金 of each order at the end of a day, as the journals book it. Counts every row of the order, except refunds of
 * moved-in orders. `from`: rows before that day are the opening balance. Money is late by the term of its payer; sales
 * from before the term was set are shown apart.
 */
const balances = (shop_id: number, { from, to }: { from: CalendarDate; to: CalendarDate }): SQL => {
  const signed = sql`case when l.kind = 'received' then -l.amount else l.amount end`
  const within = (kinds: string) =>
    sql`coalesce(sum(${signed}) filter (where l.day >= ${from}::date and ${sql.raw(kinds)}), 0)`
  return sql`
    select o.*, t.provider is not null and o.after > 0 and o.sold_on >= t.from_day
        and o.sold_on < ${to}::date - t.pays_within_days as is_overdue,
      t.provider is not null and o.after > 0 and o.sold_on < t.from_day as is_older
    from (
      select l.order_id, l.payment_method_id, ${ledgerEntryCarrierSql(shop_id)} as carrier,
        coalesce(sum(${signed}) filter (where l.day < ${from}::date), 0) as before,
        ${within(`l.kind not in ('return', 'refund', 'received')`)} as sold, ${within(`l.kind = 'return'`)} as returned,
        ${within(`l.kind = 'refund'`)} as refunded, ${within(`l.kind = 'received'`)} as received, sum(${signed}) as after,
        min(l.day) filter (where l.kind <> 'received') as sold_on
      from ${ledger_entry} l
      where l.shop_id = ${shop_id} and l.day <= ${to}::date and l.kind not in (${beside})
        and not (l.kind = 'refund' and l.cause like 'credit %')
      group by l.order_id, l.payment_method_id) o
    left join ${settlement_term} t on t.shop_id = ${shop_id} and t.provider = ${payerOf}`
}

/**
 * 売掛金 of a month by payment method, and of 代引 by carrier. Amounts owed to customers and overdue amounts are parts of
 * the closing balance.
 */
export async function loadReceivables(
  { db, shop_id }: Asker,
  days: { from: CalendarDate; to: CalendarDate },
): Promise<AccountingMonth['receivables']> {
  const { rows } = await db.execute<AccountingMonth['receivables'][number]>(sql`
    select payment_method_id, carrier, sum(before)::float8 as before, sum(sold)::float8 as sold, sum(returned)::float8 as returned,
      sum(refunded)::float8 as refunded, sum(received)::float8 as received, sum(after)::float8 as after,
      coalesce(-sum(after) filter (where after < 0), 0)::float8 as owed, coalesce(sum(after) filter (where is_overdue), 0)::float8 as overdue,
      coalesce(sum(after) filter (where is_older), 0)::float8 as older
    from (${balances(shop_id, days)}) b
    where before <> 0 or sold <> 0 or returned <> 0 or refunded <> 0 or received <> 0
    group by 1, 2
    order by payment_method_id nulls last, carrier nulls last`)
  return rows
}

const OF_KIND: Record<OrderBalanceKind, SQL> = {
  owed: sql`after < 0`,
  overdue: sql`is_overdue`,
  older: sql`is_older`,
}

/** SQL that selects the ids of the orders whose balance at the end of the day `to` is of this kind. */
export const ordersWithBalanceSql = (shop_id: number, kind: OrderBalanceKind, to: CalendarDate): SQL =>
  sql`select order_id from (${balances(shop_id, { from: to, to })}) b where ${OF_KIND[kind]}`

/** Counts the orders with each kind of balance at the end of the day `to`, and sums their balances in yen. */
export async function countOrderBalances(
  { db, shop_id }: Asker,
  to: CalendarDate,
): Promise<Record<OrderBalanceKind, { orders: number; amount: number }>> {
  const of = (kind: OrderBalanceKind) => sql`json_build_object('orders', count(*) filter (where ${OF_KIND[kind]}),
    'amount', coalesce(sum(after) filter (where ${OF_KIND[kind]}), 0))`
  const { rows } = await db.execute<Record<OrderBalanceKind, { orders: number; amount: number }>>(sql`
    select ${of('owed')} as owed, ${of('overdue')} as overdue, ${of('older')} as older
    from (${balances(shop_id, { from: to, to })}) b`)
  return rows[0]!
}
