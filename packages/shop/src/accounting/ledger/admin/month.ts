import { createHash } from 'node:crypto'
import type { AccountingMonth } from '@kushi/contract/admin/accounting'
import type { Queryable, Tx } from '@kushi/db/connect'
import { readQueryPages } from '@kushi/db/cursor'
import { movedInCondition } from '@kushi/db/moved-in'
import { closing_event, journal_export, ledger_entry, sales_basis } from '@kushi/db/schema/ledger'
import { settlement_file } from '@kushi/db/schema/settlement'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { formatYearMonth } from '@kushi/values/date-format'
import { type LedgerKind, SALE_KINDS } from '@kushi/values/ledger'
import { taxIncludedIn } from '@kushi/values/price'
import { sum } from '@kushi/values/sum'
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { contextInTransaction } from '../../../context.ts'
import type { AdminContext, AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { bookMissingOrders, loadClosedMonths } from '../book.ts'
import { loadClosingTasks } from '../internal/closing-tasks.ts'
import { loadReceivables } from '../internal/receivables.ts'
import { firstDayOfMonth, firstDayOfNextMonth } from '../rules/month.ts'

/**
 * 月次: shows the sums of a month by kind, tax rate and payment method, the open tasks, and the files that were created.
 */
export const showAccountingMonth: AdminHandler<'GET /admin/v1/accounting/months/{month}'> = async (ctx, { month }) => {
  const { db, shop_id } = ctx
  const last = addDays(firstDayOfNextMonth(month), -1)
  const [sums, [balance], [latest], basis, exports, checks, may_close, receivables] = await Promise.all([
    db
      .select({
        kind: ledger_entry.kind,
        tax_rate: ledger_entry.tax_rate,
        payment_method_id: ledger_entry.payment_method_id,
        entries: sql<number>`count(*)::int`,
        amount: sql<number>`sum(${ledger_entry.amount})::float8`,
        tax: sql<number>`sum(${ledger_entry.tax})::float8`,
      })
      .from(ledger_entry)
      .where(ofMonth(ctx, month))
      .groupBy(ledger_entry.kind, ledger_entry.tax_rate, ledger_entry.payment_method_id)
      .orderBy(ledger_entry.kind, desc(ledger_entry.tax_rate), asc(ledger_entry.payment_method_id)),
    db
      .select({ amount: sql<number>`coalesce(sum(${ledger_entry.amount}), 0)::float8` })
      .from(ledger_entry)
      .where(and(eq(ledger_entry.shop_id, shop_id), eq(ledger_entry.kind, 'prepaid'), lte(ledger_entry.day, last))),
    db
      .select()
      .from(closing_event)
      .where(and(eq(closing_event.shop_id, shop_id), eq(closing_event.month, month)))
      .orderBy(desc(closing_event.id))
      .limit(1),
    basisOf(db, shop_id, last),
    db
      .select({
        id: journal_export.id,
        program: sql<'yayoi'>`${journal_export.program}`,
        grain: journal_export.grain,
        slips: journal_export.slips,
        debit: journal_export.debit,
        created_at: journal_export.created_at,
        operator_name: journal_export.actor_name,
        is_final: journal_export.is_final,
      })
      .from(journal_export)
      .where(and(eq(journal_export.shop_id, shop_id), eq(journal_export.month, month)))
      .orderBy(desc(journal_export.id))
      .limit(50),
    loadClosingTasks(ctx, { from: month, to: last }),
    mayClose(ctx, month),
    loadReceivables(ctx, { from: month, to: last }),
  ])
  const is_closed = latest?.event === 'closed'
  return {
    month,
    is_closed,
    may_close: !is_closed && may_close,
    closed_at: is_closed ? latest.created_at.toISOString() : null,
    closed_by: is_closed ? latest.actor_name : null,
    basis,
    sums,
    taxes: taxesOf(sums),
    prepaid_balance: balance!.amount,
    receivables,
    checks,
    exports: exports.map((one) => ({ ...one, created_at: one.created_at.toISOString() })),
  }
}

/** 消費税 of the month's sales at each rate: that of their documents (積上げ), and what division of the sum would give (割戻し). */
const taxesOf = (sums: AccountingMonth['sums']): AccountingMonth['taxes'] =>
  TAX_RATES.flatMap((tax_rate) => {
    const own = sums.filter((one) => one.tax_rate === tax_rate && isSaleKind(one.kind))
    const amount = sum(own.map((one) => one.amount))
    const tax = sum(own.map((one) => one.tax))
    return own.length === 0 ? [] : [{ tax_rate, amount, tax, divided: taxIncludedIn(amount, tax_rate) }]
  })
const TAX_RATES = [10, 8] as const
const isSaleKind = (kind: LedgerKind) => (SALE_KINDS as readonly LedgerKind[]).includes(kind)

const ofMonth = ({ shop_id }: Pick<AdminContext, 'shop_id'>, month: CalendarDate) =>
  and(
    eq(ledger_entry.shop_id, shop_id),
    sql`${ledger_entry.day} between ${month}::date and ${addDays(firstDayOfNextMonth(month), -1)}::date`,
  )

async function basisOf(db: Queryable, shop_id: number, day: CalendarDate) {
  const [row] = await db
    .select({ basis: sales_basis.basis })
    .from(sales_basis)
    .where(and(eq(sales_basis.shop_id, shop_id), lte(sales_basis.from_day, day)))
    .orderBy(desc(sales_basis.from_day))
    .limit(1)
  return row?.basis ?? 'shipped'
}

/** A month that is over can be closed once no earlier month with entries is open. */
async function mayClose(
  ctx: Pick<OperatorQueryContext, 'db' | 'shop_id' | 'clock'>,
  month: CalendarDate,
): Promise<boolean> {
  if (month >= firstDayOfMonth(ctx.clock.today())) return false
  const [oldest = month] = await openMonths(ctx)
  return oldest >= month && month >= (await firstMonth(ctx))
}

/** Months with entries that are over and not closed, the oldest first. */
async function openMonths({ db, shop_id, clock }: Pick<OperatorQueryContext, 'db' | 'shop_id' | 'clock'>) {
  const closed = await loadClosedMonths(db, shop_id)
  const { rows } = await db.execute<{ month: CalendarDate }>(sql`
    select m::date::text as month from generate_series(
      (select date_trunc('month', min(day)) from ${ledger_entry} where shop_id = ${shop_id}),
      ${firstDayOfMonth(clock.today())}::date - interval '1 month', interval '1 month') m
    where exists (select from ${ledger_entry} where shop_id = ${shop_id} and day >= m::date and day < (m + interval '1 month')::date)
    order by 1`)
  return rows.flatMap(({ month }) => (closed.has(month) ? [] : [month]))
}

/** Shows the month to close: the oldest month that is over and open, otherwise the present one. */
export const findMonthToClose: AdminHandler<'GET /admin/v1/accounting/month-to-close'> = async (ctx) => {
  const [month = firstDayOfMonth(ctx.clock.today())] = await openMonths(ctx)
  return { month }
}

/** The month in which the books begin: that of the first order of this shop or entry; without any, this month. */
async function firstMonth({ db, shop_id, clock }: Pick<OperatorQueryContext, 'db' | 'shop_id' | 'clock'>) {
  const { rows } = await db.execute<{ month: CalendarDate | null }>(sql`
    select date_trunc('month', least(
      (select min(${ledger_entry.day}) from ${ledger_entry} where ${ledger_entry.shop_id} = ${shop_id}),
      (select (min(o.created_at) at time zone 'Asia/Tokyo')::date from orders o where o.shop_id = ${shop_id}
        and not ${movedInCondition(sql`o.shop_id`, sql`o.id`)})
    ))::date::text as month`)
  return rows[0]?.month ?? firstDayOfMonth(clock.today())
}

const wrongState = (message: string) => new ShopError(409, 'ERROR_MONTH_STATE', message)
const subjectOf = (month: CalendarDate) => ({
  subject: 'closing_event',
  subject_id: month.slice(0, 7),
  subject_name: `${formatYearMonth(month)}の締め`,
})

/**
 * Locks the ledger of a shop against writers until the transaction ends. Only one 締め of a shop runs at a time. Whoever
 * writes ledger entries holds the same lock in share mode.
 */
export const lockLedger = (tx: Queryable, shop_id: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('ledger'), ${shop_id}::int)`)

/**
 * 締める: closes a month. Orders that servers of the previous version sold meanwhile are booked first. What follows later
 * from an event of the closed month is booked in the next open one.
 * @throws ShopError 409 for a month that is not over, is closed, or follows an open one, or while a settlement file is
 * worked on
 */
export const closeMonth: AdminHandler<'POST /admin/v1/accounting/months/{month}/close'> = async (ctx, { month }) => {
  await bookMissingOrders(ctx)
  await ctx.db.transaction(async (tx) => {
    await lockLedger(tx, ctx.shop_id)
    if ((await loadClosedMonths(tx, ctx.shop_id)).has(month))
      throw wrongState(`${formatYearMonth(month)}は、締めてあります。`)
    if (month >= firstDayOfMonth(ctx.clock.today()))
      throw wrongState(`${formatYearMonth(month)}は、まだ終わっていません。`)
    const inside = contextInTransaction(ctx, tx)
    if (month < (await firstMonth(inside))) throw wrongState(`${formatYearMonth(month)}には、まだご注文がありません。`)
    if (!(await mayClose(inside, month))) throw wrongState('前の月を先に締めてください。')
    const atWork = inArray(settlement_file.state, ['reading', 'taking_back'])
    if ((await tx.$count(settlement_file, and(eq(settlement_file.shop_id, ctx.shop_id), atWork))) > 0)
      throw wrongState('入金のファイルを処理しています。「入金」で終わったことを確かめてから、締めてください。')
    const digest = await digestOf(tx, ctx, month)
    await tx.insert(closing_event).values({
      shop_id: ctx.shop_id,
      month,
      event: 'closed',
      digest,
      ...ctx.actor,
      created_at: ctx.clock.now(),
    })
    await recordAudit(tx, ctx, { ...subjectOf(month), before: { is_closed: false }, after: { is_closed: true } })
  })
  return {}
}

/**
 * 締めの取消: reopens a closed month. Needs the second factor and a reason.
 * @throws ShopError 409 for a month that is open, or before one that is closed
 */
export const reopenMonth: AdminHandler<'POST /admin/v1/accounting/months/{month}/reopen'> = async (
  ctx,
  { month, decision_reason },
) => {
  await ctx.db.transaction(async (tx) => {
    await lockLedger(tx, ctx.shop_id)
    const closed = await loadClosedMonths(tx, ctx.shop_id)
    if (!closed.has(month)) throw wrongState(`${formatYearMonth(month)}は、締めていません。`)
    if ([...closed].some((one) => one > month)) throw wrongState('あとの月の締めを、先に取り消してください。')
    await tx.insert(closing_event).values({
      shop_id: ctx.shop_id,
      month,
      event: 'reopened',
      reason: decision_reason,
      ...ctx.actor,
      created_at: ctx.clock.now(),
    })
    await recordAudit(tx, ctx, {
      ...subjectOf(month),
      before: { is_closed: true },
      after: { is_closed: false, decision_reason },
    })
  })
  return {}
}

/** A digest of the month's entries, in their order. */
async function digestOf(tx: Tx, ctx: Pick<AdminContext, 'shop_id'>, month: CalendarDate): Promise<string> {
  const hash = createHash('sha256')
  const entries = sql`
    select md5(concat_ws('|', id, day, order_id, kind, tax_rate, amount, tax)) as digest
    from ${ledger_entry} where ${ofMonth(ctx, month)} order by id`
  for await (const page of readQueryPages<{ digest: string }>(tx, entries))
    hash.update(page.map(({ digest }) => digest).join(''))
  return hash.digest('hex')
}
