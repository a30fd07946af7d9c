import { createHash } from 'node:crypto'
import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import {
  settlement_file,
  settlement_layout,
  settlement_line,
  settlement_method_fee,
  settlement_payout,
  settlement_term,
} from '@kushi/db/schema/settlement'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { PayingProvider } from '@kushi/values/settlement'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { settlePayments } from '../../sales/payment/index.ts'
import { ShopError } from '../../shop-error.ts'
import { bookMoneyReceived } from '../ledger/index.ts'
import {
  type SettlementFileRow as File,
  SETTLEMENT_LINES_PER_TRANSACTION,
  settlementFileClaimExpiry,
  settlementFileColumns,
  settlementFileContent,
  TimeBudgetSpentError,
  updateSettlementFile,
} from './internal/file-work.ts'
import { loadPaymentClaims } from './internal/load-claims.ts'
import { matchBankLines } from './internal/match-bank.ts'
import { streamSettlementLines } from './internal/read-settlement.ts'
import { reopenBankLines, revertBookedLines } from './internal/revert-file.ts'
import { BankBalanceCheck } from './rules/balance-check.ts'
import { settlementLineEntries } from './rules/booked-line.ts'
import { feesOfPayment, judgeLine, usualFeeTax } from './rules/judge-line.ts'
import { SettlementCellError, type SettlementFileLine, settlementLineKey } from './rules/read-line.ts'
import { DuplicateNumberFinder } from './rules/repeated-numbers.ts'
import { isSameBankEntry } from './rules/same-bank-entry.ts'

type DatedFileLine = SettlementFileLine & { paid_on: CalendarDate; key: string }

/**
 * Takes back the settlement files that are marked for it, and processes those that wait. A whole file is checked for
 * faults first, so that a refused file changes nothing. Its lines are then written block by block. Lines that were
 * written before a process died are recognised by their keys.
 */
export async function processSettlementFiles(ctx: Context, { budgetMs = 300_000 } = {}): Promise<void> {
  const end = performance.now() + budgetMs
  for (let file = await claim(ctx); file; file = await claim(ctx)) {
    try {
      if (file.state === 'taking_back') await revertBookedLines(ctx, file, end)
      else await readFile(ctx, file, end)
    } catch (error) {
      if (error instanceof TimeBudgetSpentError)
        return void (await updateSettlementFile(ctx.db, file, { claimed_until: null }))
      const fault = faultOf(error)
      if (!fault) {
        ctx.log.error({ err: error, settlement_file: file.id }, 'reading a settlement file failed')
        return
      }
      await updateSettlementFile(ctx.db, file, { state: 'refused', fault, claimed_until: null })
      await forgetColumns(ctx, file)
    }
  }
}

/**
 * The columns that a person assigned and that could not be read: the next file with these heads asks again. Those with which a file was
 * taken in are right, and stay: this one is damaged.
 */
async function forgetColumns({ db, shop_id }: Context, { provider, columns }: File): Promise<void> {
  const assigned = Object.fromEntries(Object.entries(columns ?? {}).map(([role, heads]) => [role, heads[0]]))
  const isTakenIn = sql`exists (select from ${settlement_file} f where f.shop_id = ${shop_id} and f.state = 'done'
    and f.provider = ${provider} and f.columns = ${JSON.stringify(columns)}::jsonb)`
  await db
    .delete(settlement_layout)
    .where(
      and(
        eq(settlement_layout.shop_id, shop_id),
        eq(settlement_layout.provider, provider!),
        sql`${settlement_layout.columns} = ${JSON.stringify(assigned)}::jsonb`,
        sql`not ${isTakenIn}`,
      ),
    )
}

function faultOf(error: unknown): File['fault'] {
  if (error instanceof SettlementCellError) return { row: error.row, head: error.head, message: error.message }
  if (error instanceof ShopError && error.status < 500)
    return { row: 0, head: '', message: error.fields?.[0]?.message ?? error.message }
  return null
}

/**
 * Claims one file of a shop at a time, files to be reverted first, so that no other file is half there. A file that
 * failed comes after those that were not tried.
 */
function claim(ctx: Context): Promise<File | undefined> {
  const { shop_id, clock } = ctx
  return ctx.db.transaction(async (tx) => {
    const waiting = await tx
      .select({ id: settlement_file.id, state: settlement_file.state, claimed_until: settlement_file.claimed_until })
      .from(settlement_file)
      .where(and(eq(settlement_file.shop_id, shop_id), inArray(settlement_file.state, ['reading', 'taking_back'])))
      .orderBy(asc(settlement_file.id))
      .for('update')
    if (waiting.some(({ claimed_until }) => claimed_until !== null && claimed_until >= clock.now())) return undefined
    const going = waiting.filter(({ state }) => state === 'taking_back')
    const all = going.length > 0 ? going : waiting
    const next = all.find(({ claimed_until }) => claimed_until === null) ?? all[0]
    if (!next) return undefined
    const [row] = await tx
      .update(settlement_file)
      .set({ claimed_until: settlementFileClaimExpiry(ctx) })
      .where(sameRowCondition(settlement_file, { shop_id, id: next.id }))
      .returning(settlementFileColumns)
    return row
  })
}

async function readFile(ctx: Context, file: File, end: number): Promise<void> {
  const { provider, columns } = file
  const inFile = () =>
    streamSettlementLines(settlementFileContent(ctx.db, file), provider!, columns!, ctx.clock.today())
  let lines = 0
  let transferred: CalendarDate | null = null
  let hasUndated = false
  const numbers = new DuplicateNumberFinder()
  const balances = new BankBalanceCheck()
  for await (const line of inFile()) {
    lines++
    if (line.kind === 'transfer') transferred = line.paid_on ?? line.happened_on
    else if (line.paid_on === null) hasUndated = true
    numbers.add(numberOf(line))
    balances.add(line)
  }
  if (lines === 0) throw new SettlementCellError(1, '', '明細が1行もありません。')
  balances.refuseExchanged(columns!.amount?.[0] ?? '')
  const fallback = file.paid_on ?? transferred
  if (hasUndated && fallback === null)
    throw new SettlementCellError(1, '', '振込日がわかりません。振込日を指定して、もう一度取り込んでください。')
  await updateSettlementFile(ctx.db, file, { row_count: lines, known_rows: 0 })
  // Lines that differ only in their day, which are few enough to be held in memory.
  const repeated = numbers.repeated()
  const seen = new Map<string, number>()
  const nthOf = (line: DatedFileLine): number => {
    if (repeated.size === 0 || !repeated.has(numberOf(line))) return 0
    const nth = seen.get(line.key) ?? 0
    seen.set(line.key, nth + 1)
    return nth
  }
  const found = new Set<number>()
  let block: DatedFileLine[] = []
  let done = 0
  const flush = async () => {
    await takeBlock(ctx, file, block, { done, found })
    block = []
    if (performance.now() > end && done < lines) throw new TimeBudgetSpentError()
  }
  for await (const line of inFile()) {
    done++
    const dated = { ...line, paid_on: line.paid_on ?? fallback! }
    const alike = { ...dated, key: digest(settlementLineKey(dated, 0)) }
    const nth = nthOf(alike)
    block.push(nth === 0 ? alike : { ...dated, key: digest(settlementLineKey(dated, nth)) })
    if (block.length === SETTLEMENT_LINES_PER_TRANSACTION) await flush()
  }
  await flush()
  if (provider !== 'bank') await beginTerm(ctx, { ...file, provider: provider! })
  await ctx.db.transaction((tx) => matchBankLines(tx, ctx))
  const row = balances.brokenRow
  const message = '残高が、入金と出金から計算した額と違います。列の選び違いや、抜けた行がないかご確認ください。'
  const fault = row === null ? null : { row, head: columns!.bank_balance?.[0] ?? '', message }
  await updateSettlementFile(ctx.db, file, { state: 'done', claimed_until: null, done_rows: lines, fault })
}

/** The key of a line without its day, which may not be known yet. Two lines may have the same key by chance. */
const numberOf = (line: SettlementFileLine): number =>
  createHash('sha256')
    .update(settlementLineKey({ ...line, paid_on: '' as CalendarDate }, 0))
    .digest()
    .readUIntBE(0, 6)

const digest = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

const USUAL_DAYS = 45

/** Overdue amounts of a provider are watched from the earliest payment of its first file on. */
async function beginTerm({ db, shop_id }: Context, file: File & { provider: PayingProvider }): Promise<void> {
  await db.execute(sql`
    insert into ${settlement_term} (shop_id, provider, from_day, fee_tax, pays_within_days)
    select ${shop_id}::bigint, ${file.provider}::text, min((coalesce(p.captured_at, p.updated_at) at time zone 'Asia/Tokyo')::date),
      ${usualFeeTax(null, file.provider)}::text, ${USUAL_DAYS}::int
    from ${settlement_line} l join ${payment} p on p.shop_id = l.shop_id and p.id = l.payment_id
    where l.shop_id = ${shop_id} and l.settlement_file_id = ${file.id} having count(*) > 0
    on conflict do nothing`)
}

/** `done`: lines with this block. `found`: a bank's lines of other files that this one has again. */
async function takeBlock(
  ctx: Context,
  file: File,
  block: readonly DatedFileLine[],
  { done, found }: { done: number; found: Set<number> },
): Promise<void> {
  const { shop_id } = ctx
  await ctx.db.transaction(async (tx) => {
    const provider = file.provider!
    const { rows: known } = await tx.execute<{ id: number; key: string; settlement_file_id: number }>(sql`
      select id, key, settlement_file_id from ${settlement_line}
      where shop_id = ${shop_id} and provider = ${provider} and key = any(${sql.param(block.map(({ key }) => key))}::text[])`)
    const before = new Set(known.map(({ key }) => key))
    const elsewhere = known.filter((one) => one.settlement_file_id !== file.id)
    if (provider === 'bank') for (const { id } of elsewhere) found.add(id)
    const others = block.filter(({ key }) => !before.has(key))
    const fresh = provider === 'bank' ? await withoutTwins(tx, file, others, found) : others
    if (provider === 'bank') await writeBank(tx, ctx, file, fresh)
    else await writeLines(tx, ctx, { ...file, provider }, fresh)
    const passed = elsewhere.length + others.length - fresh.length
    await tx
      .update(settlement_file)
      .set({
        done_rows: done,
        known_rows: sql`${settlement_file.known_rows} + ${passed}`,
        claimed_until: settlementFileClaimExpiry(ctx),
      })
      .where(and(eq(settlement_file.shop_id, shop_id), eq(settlement_file.id, file.id)))
  })
}

/**
 * Removes the lines that another statement of the bank already has in its own words: CSV and 全銀 describe the same
 * account. Each line of another file matches at most one line of this file (`found`).
 */
async function withoutTwins(
  tx: Tx,
  { shop_id, id }: File,
  lines: readonly DatedFileLine[],
  found: Set<number>,
): Promise<DatedFileLine[]> {
  if (lines.length === 0) return []
  const { rows } = await tx.execute<{
    id: number
    paid_on: CalendarDate
    amount: number
    party: string
    bank_balance: number | null
  }>(sql`
    select l.id, l.paid_on, l.amount, l.party, l.bank_balance::float8 as bank_balance
    from (select distinct * from unnest(${sql.param(lines.map(({ paid_on }) => paid_on))}::date[],
      ${sql.param(lines.map(({ amount }) => amount))}::int[])) w(paid_on, amount)
    join ${settlement_line} l on l.shop_id = ${shop_id} and l.provider = 'bank' and l.paid_on = w.paid_on and l.amount = w.amount
    where l.settlement_file_id <> ${id} and l.state <> 'taken_back'
    order by l.id`)
  const others = Map.groupBy(rows, (one) => `${one.paid_on} ${one.amount}`)
  return lines.filter((line) => {
    const twin = others
      .get(`${line.paid_on} ${line.amount}`)
      ?.find((one) => !found.has(one.id) && isSameBankEntry(one, line))
    if (twin) found.add(twin.id)
    return !twin
  })
}

const rowOf = (ctx: QueryContext, file: File, line: DatedFileLine) => ({
  shop_id: ctx.shop_id,
  settlement_file_id: file.id,
  row: line.row,
  key: line.key,
  provider: file.provider!,
  kind: line.kind,
  order_ref: line.order_refs[0] ?? '',
  provider_ref: line.provider_ref,
  tracking_no: line.tracking_no,
  party: line.party,
  bank_balance: line.bank_balance,
  amount: line.amount,
  fee: line.fee,
  happened_on: line.happened_on,
  paid_on: line.paid_on,
  created_at: file.created_at,
})

/** A bank's lines say which payouts arrived; they book nothing themselves. */
async function writeBank(tx: Tx, ctx: QueryContext, file: File, lines: readonly DatedFileLine[]): Promise<void> {
  await insertRows(
    tx,
    settlement_line,
    lines.map((line) => ({
      ...rowOf(ctx, file, line),
      state: line.amount > 0 ? ('open' as const) : ('noted' as const),
      reason: line.amount > 0 ? ('no_payout' as const) : null,
    })),
  )
}

async function writeLines(
  tx: Tx,
  ctx: QueryContext,
  file: File & { provider: PayingProvider },
  lines: readonly DatedFileLine[],
): Promise<void> {
  const { shop_id } = ctx
  const { provider } = file
  if (lines.length === 0) return
  const [term] = await tx
    .select()
    .from(settlement_term)
    .where(and(eq(settlement_term.shop_id, shop_id), eq(settlement_term.provider, provider)))
  const method_fees = await tx.select().from(settlement_method_fee).where(eq(settlement_method_fee.shop_id, shop_id))
  const find = await loadPaymentClaims(tx, shop_id, lines)
  const settled = new Map<number, { id: number; settled_amount: number; settled_refund: number }>()
  const payouts = new Map<CalendarDate, Omit<typeof settlement_payout.$inferInsert, 'bank_line_id'>>()
  const judged = lines.map((line) => {
    const claim = find(line)
    const fees = feesOfPayment(claim, provider, { term: term ?? null, method_fees })
    const verdict = judgeLine(line, claim, provider, fees)
    if (claim && verdict.is_claimed) {
      // The next line of the same payment sees it.
      claim.settled_amount += verdict.settled_amount
      claim.settled_refund += verdict.settled_refund
      const sum = settled.get(claim.payment_id) ?? { id: claim.payment_id, settled_amount: 0, settled_refund: 0 }
      sum.settled_amount += verdict.settled_amount
      sum.settled_refund += verdict.settled_refund
      settled.set(claim.payment_id, sum)
    }
    if (line.kind !== 'transfer') {
      const none = { shop_id, settlement_file_id: file.id, provider, paid_on: line.paid_on }
      const sum = payouts.get(line.paid_on) ?? { ...none, lines: 0, received: 0, refunded: 0, fee: 0, net: 0 }
      payouts.set(line.paid_on, {
        ...sum,
        lines: sum.lines + 1,
        received: sum.received + Math.max(0, line.amount),
        refunded: sum.refunded - Math.min(0, line.amount),
        fee: sum.fee + line.fee,
        net: sum.net + line.amount - line.fee,
      })
    }
    return { line, claim, fee_tax: fees?.fee_tax ?? usualFeeTax(claim, provider), ...verdict }
  })
  await insertRows(
    tx,
    settlement_line,
    judged.map(({ line, claim, reason, settled_amount, settled_refund }) => ({
      ...rowOf(ctx, file, line),
      state: reason ? ('open' as const) : line.kind === 'transfer' ? ('noted' as const) : ('matched' as const),
      reason,
      payment_id: claim?.payment_id ?? null,
      settles: settled_amount,
      settles_refund: settled_refund,
      order_id: claim?.order_id ?? null,
    })),
  )
  await settlePayments(tx, shop_id, [...settled.values()])
  await bookMoneyReceived(
    tx,
    ctx,
    judged
      .filter(({ line }) => line.kind !== 'transfer')
      .flatMap(({ line, claim, fee_tax, is_claimed }) =>
        settlementLineEntries(
          {
            settlement_file_id: file.id,
            row: line.row,
            provider,
            paid_on: line.paid_on,
            amount: line.amount,
            fee: line.fee,
            order_id: is_claimed ? claim!.order_id : null,
          },
          is_claimed,
          fee_tax,
        ),
      ),
  )
  if (payouts.size === 0) return
  // A payout that grows, because the file is read again, is not the one that the bank's line showed.
  const grown = await tx
    .select({ bank_line_id: settlement_payout.bank_line_id })
    .from(settlement_payout)
    .where(
      and(
        eq(settlement_payout.shop_id, shop_id),
        eq(settlement_payout.settlement_file_id, file.id),
        inArray(settlement_payout.paid_on, [...payouts.keys()]),
      ),
    )
  await reopenBankLines(
    tx,
    shop_id,
    grown.flatMap(({ bank_line_id }) => bank_line_id ?? []),
  )
  await tx
    .insert(settlement_payout)
    .values([...payouts.values()])
    .onConflictDoUpdate({
      target: [
        settlement_payout.shop_id,
        settlement_payout.settlement_file_id,
        settlement_payout.provider,
        settlement_payout.paid_on,
      ],
      set: {
        bank_line_id: null,
        ...Object.fromEntries(
          (['lines', 'received', 'refunded', 'fee', 'net'] as const).map((name) => [
            name,
            sql`${settlement_payout[name]} + ${sql.raw(`excluded.${name}`)}`,
          ]),
        ),
      },
    })
}
