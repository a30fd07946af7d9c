import type { Queryable, Tx } from '@kushi/db/connect'
import { settlement_file, settlement_line, settlement_payout } from '@kushi/db/schema/settlement'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Context, QueryContext } from '../../../context.ts'
import { settlePayments } from '../../../sales/payment/index.ts'
import { reverseMoneyReceived } from '../../ledger/index.ts'
import { settlementLineCauses } from '../rules/booked-line.ts'
import {
  SETTLEMENT_LINES_PER_TRANSACTION,
  type SettlementFileRow,
  settlementFileClaimExpiry,
  TimeBudgetSpentError,
  updateSettlementFile,
} from './file-work.ts'
import { lockPaymentClaims } from './load-claims.ts'
import { matchBankLines } from './match-bank.ts'

type Line = Pick<
  typeof settlement_line.$inferSelect,
  'settlement_file_id' | 'row' | 'order_id' | 'payment_id' | 'settles' | 'settles_refund'
>

/**
 * Takes a settlement file back block by block. Its last transaction marks the file, so that a process that dies leaves
 * whole blocks.
 */
export async function revertBookedLines(ctx: Context, file: SettlementFileRow, end: number): Promise<void> {
  while ((await takeBlockBack(ctx, file)) === SETTLEMENT_LINES_PER_TRANSACTION)
    if (performance.now() > end) throw new TimeBudgetSpentError()
  await ctx.db.transaction(async (tx) => {
    await forgetPayouts(tx, file)
    await matchBankLines(tx, ctx)
    await readAgain(tx, file)
    await updateSettlementFile(tx, file, { state: 'taken_back', claimed_until: null, done_rows: 0 })
  })
}

/** Returns the number of lines. */
async function takeBlockBack(ctx: Context, file: SettlementFileRow): Promise<number> {
  const { shop_id } = ctx
  const ofFile = and(eq(settlement_line.shop_id, shop_id), eq(settlement_line.settlement_file_id, file.id))
  return ctx.db.transaction(async (tx) => {
    const lines = await tx
      .select()
      .from(settlement_line)
      .where(and(ofFile, ne(settlement_line.state, 'taken_back')))
      .orderBy(asc(settlement_line.created_at), asc(settlement_line.id))
      .limit(SETTLEMENT_LINES_PER_TRANSACTION)
      .for('update')
    if (lines.length === 0) return 0
    const ids = lines.map(({ id }) => id)
    const settled = await settledBy(tx, ctx, lines)
    await lockPaymentClaims(tx, shop_id, [...settled.keys()])
    await settlePayments(
      tx,
      shop_id,
      [...settled].map(([id, sum]) => ({
        id,
        settled_amount: -sum.settled_amount,
        settled_refund: -sum.settled_refund,
      })),
    )
    // The key is free for the file that is dropped again.
    await tx
      .update(settlement_line)
      .set({ state: 'taken_back', key: sql`${settlement_line.key} || ' ' || ${settlement_line.id}` })
      .where(and(eq(settlement_line.shop_id, shop_id), inArray(settlement_line.id, ids)))
    await tx
      .update(settlement_file)
      .set({
        done_rows: sql`greatest(0, ${settlement_file.done_rows} - ${lines.length})`,
        claimed_until: settlementFileClaimExpiry(ctx),
      })
      .where(sameRowCondition(settlement_file, file))
    return lines.length
  })
}

/** Reverses the entries of the lines, and sums the amounts of each payment that they had settled. */
async function settledBy(tx: Queryable, ctx: QueryContext, lines: readonly Line[]) {
  const causes = lines.flatMap((line) =>
    settlementLineCauses(line).map((cause) => ({ cause, order_id: line.order_id })),
  )
  const booked = await reverseMoneyReceived(tx, ctx, causes)
  const received = new Map<string, number>()
  for (const { cause, kind, amount } of booked)
    if (kind === 'received') received.set(cause, (received.get(cause) ?? 0) + amount)
  const sums = new Map<number, { settled_amount: number; settled_refund: number }>()
  for (const line of lines) {
    if (line.payment_id === null) continue
    const all = settlementLineCauses(line).reduce((sum, cause) => sum + (received.get(cause) ?? 0), 0)
    const sum = sums.get(line.payment_id) ?? { settled_amount: 0, settled_refund: 0 }
    sum.settled_amount += line.settles ?? Math.max(0, all)
    sum.settled_refund += line.settles_refund ?? Math.max(0, -all)
    sums.set(line.payment_id, sum)
  }
  return sums
}

/** The bank's lines that showed its payouts wait again; the payouts that its own lines showed are unconfirmed again. */
async function forgetPayouts(tx: Tx, { shop_id, id }: SettlementFileRow): Promise<void> {
  const gone = await tx
    .delete(settlement_payout)
    .where(and(eq(settlement_payout.shop_id, shop_id), eq(settlement_payout.settlement_file_id, id)))
    .returning({ bank_line_id: settlement_payout.bank_line_id })
  await reopenBankLines(
    tx,
    shop_id,
    gone.flatMap(({ bank_line_id }) => bank_line_id ?? []),
  )
  await tx.execute(sql`
    update ${settlement_payout} p set bank_line_id = null from ${settlement_line} l
    where p.shop_id = ${shop_id} and l.shop_id = ${shop_id} and l.id = p.bank_line_id and l.settlement_file_id = ${id}`)
}

/** Opens these lines of a bank again, so that they wait for a payout. */
export async function reopenBankLines(tx: Tx, shop_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(settlement_line)
    .set({ state: 'open', reason: 'no_payout', payout_file_id: null })
    .where(and(eq(settlement_line.shop_id, shop_id), inArray(settlement_line.id, [...ids])))
}

/** Files that skipped lines because this file had them read those lines again. */
async function readAgain(tx: Tx, { shop_id, id, provider }: SettlementFileRow): Promise<void> {
  await tx
    .update(settlement_file)
    .set({ state: 'reading', claimed_until: null, done_rows: 0 })
    .where(
      and(
        eq(settlement_file.shop_id, shop_id),
        eq(settlement_file.provider, provider!),
        eq(settlement_file.state, 'done'),
        gt(settlement_file.known_rows, 0),
        ne(settlement_file.id, id),
      ),
    )
}
