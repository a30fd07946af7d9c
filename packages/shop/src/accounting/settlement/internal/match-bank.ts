import type { Tx } from '@kushi/db/connect'
import { settlement_line, settlement_payout } from '@kushi/db/schema/settlement'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/** Days between the day that a provider states and the bank's. */
const DAYS_APART = 5

/**
 * Matches each open line of a bank with the one payout of the same amount near its day. Runs after each file, because
 * either may come first. If two payouts have the amount, an operator decides.
 */
export async function matchBankLines(tx: Tx, { shop_id }: Pick<Context, 'shop_id'>): Promise<void> {
  await tx.execute(sql`
    with pairs as (
      select l.id, p.settlement_file_id, p.provider, p.paid_on,
        count(*) over (partition by l.id) as payouts,
        count(*) over (partition by p.settlement_file_id, p.provider, p.paid_on) as lines
      from ${settlement_line} l
      join ${settlement_payout} p on p.shop_id = ${shop_id} and p.bank_line_id is null and p.net = l.amount
        and p.paid_on between l.paid_on - ${DAYS_APART}::int and l.paid_on + ${DAYS_APART}::int
      where l.shop_id = ${shop_id} and l.state = 'open' and l.provider = 'bank'),
    shown as (
      update ${settlement_payout} p set bank_line_id = x.id from pairs x
      where p.shop_id = ${shop_id} and p.settlement_file_id = x.settlement_file_id and p.provider = x.provider and p.paid_on = x.paid_on
        and x.payouts = 1 and x.lines = 1
      returning x.id, p.settlement_file_id)
    update ${settlement_line} l set state = 'matched', reason = null, payout_file_id = s.settlement_file_id
    from shown s where l.shop_id = ${shop_id} and l.id = s.id`)
}
