import type { SettlementDayComparison } from '@kushi/contract/admin/settlement'
import { japanDayStartSql } from '@kushi/db/japan-day'
import { payment } from '@kushi/db/schema/payment'
import { settlement_line } from '@kushi/db/schema/settlement'
import { sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { firstDayOfNextMonth } from '../../ledger/index.ts'
import { payingProviderSql } from '../internal/load-claims.ts'
import { awaitedPaymentsCondition, heldAmountSql } from './claims.ts'
import { loadSettlementTerms } from './lines.ts'

type Day = SettlementDayComparison['days'][number]
type Payout = Day['payouts'][number]

/**
 * 日ごとの突き合わせ: shows for each day of a month the captured amount, the payouts in which it arrived, and the missing
 * amount.
 */
export const showSettlementDays: AdminHandler<'GET /admin/v1/settlement/days/{month}'> = async (ctx, { month }) => {
  const { db, shop_id } = ctx
  const terms = await loadSettlementTerms(ctx)
  const paid = sql`
    select ${payment.id}, (${payment.captured_at} at time zone 'Asia/Tokyo')::date::text as day, ${payingProviderSql} as provider,
      ${payment.captured_amount}, ${payment.refunded_amount}, ${payment.settled_amount} - ${payment.settled_refund} as arrived, ${heldAmountSql} as missing
    from ${payment} where ${payment.shop_id} = ${shop_id} and ${payment.captured_at} >= ${japanDayStartSql(month)}
      and ${payment.captured_at} < ${japanDayStartSql(firstDayOfNextMonth(month))} and ${awaitedPaymentsCondition(terms)}`
  const [days, payouts] = await Promise.all([
    db.execute<Omit<Day, 'payouts'>>(sql`
      select day, provider, count(*)::int as payments, sum(captured_amount)::float8 as captured, sum(refunded_amount)::float8 as refunded,
        sum(arrived)::float8 as arrived, sum(missing)::float8 as missing, (count(*) filter (where missing <> 0))::int as missing_payments
      from (${paid}) p where provider is not null group by day, provider order by day, provider`),
    db.execute<Payout & Pick<Day, 'day' | 'provider'>>(sql`
      select p.day, p.provider, l.settlement_file_id::float8 as settlement_file_id, l.paid_on::text as paid_on, count(*)::int as lines,
        sum(l.amount)::float8 as amount, sum(l.fee)::float8 as fee
      from (${paid}) p join ${settlement_line} l on l.shop_id = ${shop_id} and l.payment_id = p.id
      where p.provider is not null and l.state <> 'taken_back'
      group by p.day, p.provider, l.settlement_file_id, l.paid_on order by l.paid_on, l.settlement_file_id`),
  ])
  return {
    month,
    days: days.rows.map((row) => ({
      ...row,
      payouts: payouts.rows
        .filter(({ day, provider }) => day === row.day && provider === row.provider)
        .map(({ settlement_file_id, paid_on, lines, amount, fee }) => ({
          settlement_file_id,
          paid_on,
          lines,
          amount,
          fee,
        })),
    })),
  }
}
