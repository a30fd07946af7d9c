import { type Settlement, type UnsettledPayment, unsettledPaymentList } from '@kushi/contract/admin/settlement'
import type { Queryable } from '@kushi/db/connect'
import { japanDayStartSql } from '@kushi/db/japan-day'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { settlement_method_fee, settlement_term } from '@kushi/db/schema/settlement'
import { refersToCondition } from '@kushi/db/shop-scope'
import { paymentMethodName } from '@kushi/values/payment-method'
import { type PayingProvider, paymentMethodOfProvider, SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import { sum } from '@kushi/values/sum'
import { escapeLike } from '@kushi/values/text'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  type ListSource,
  loadListPage,
  type OperatorContext,
  readEveryPage,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { beginExport, csvFile } from '../../../foundation/csv/index.ts'
import { refusedField } from '../../../shop-error.ts'
import { payingProviderSql } from '../internal/load-claims.ts'
import { loadSettlementFiles } from './files.ts'
import { countSettlementLines, loadProviderPayouts, loadSettlementTerms, loadSuspenseBalance } from './lines.ts'

/**
 * SQL of the yen of a payment that its provider still holds: captured less settled, less the refunds that are not
 * settled yet.
 */
export const heldAmountSql = sql<number>`(${payment.captured_amount} - ${payment.settled_amount} - ${payment.refunded_amount} + ${payment.settled_refund})`
/** Written like the condition of `payment_unsettled`, so that the index serves it. */
const isUnsettled = sql`${payment.captured_amount} - ${payment.settled_amount} <> ${payment.refunded_amount} - ${payment.settled_refund}`
/** An old server that ran beside this one recorded no moment. */
const capturedAt = sql<Date>`coalesce(${payment.captured_at}, ${payment.updated_at})`

type Term = typeof settlement_term.$inferSelect

/** A payment of this provider, without computing it for each row. */
function isOf(provider: PayingProvider): SQL {
  const method = paymentMethodOfProvider(provider)
  if (method !== null)
    return sql`(${payment.payment_method_id} is not null and coalesce(split_part(${payment.account}, ' ', 1), '') in (${provider}, '')
      and (${payment.account} is not null or ${payment.payment_method_id} = ${method}))`
  return sql`(${payment.payment_method_id} is null and ${payingProviderSql} = ${provider})`
}

/**
 * SQL condition: payments whose money the shop expects from a provider. By each contract these are the payments
 * captured from its first day on.
 */
export const awaitedPaymentsCondition = (terms: readonly Term[]): SQL =>
  or(
    ...terms.map(
      ({ provider, from_day }) => sql`(${isOf(provider)} and ${capturedAt} >= ${japanDayStartSql(from_day)})`,
    ),
  ) ?? sql`false`

const isOverdue = (terms: readonly Term[], today: string): SQL =>
  or(
    ...terms.map(
      ({ provider, pays_within_days }) =>
        sql`(${isOf(provider)} and ${heldAmountSql} > 0 and ${capturedAt} < ${japanDayStartSql(today)} - ${pays_within_days} * interval '1 day')`,
    ),
  ) ?? sql`false`

async function sourceOf(ctx: OperatorContext): Promise<ListSource<typeof unsettledPaymentList, UnsettledPayment>> {
  const { db, shop_id, clock } = ctx
  const terms = await loadSettlementTerms(ctx)
  return {
    where: and(eq(payment.shop_id, shop_id), isUnsettled, awaitedPaymentsCondition(terms)),
    id: payment.id,
    sorts: { created_at: payment.created_at },
    filters: {
      provider: (given: string[]) => or(...given.map((one) => isOf(one as PayingProvider))),
      captured_at: ({ from, to }: { from?: string; to?: string }) =>
        and(
          from === undefined ? undefined : sql`${capturedAt} >= ${japanDayStartSql(from)}`,
          to === undefined ? undefined : sql`${capturedAt} < ${japanDayStartSql(to)} + interval '1 day'`,
        ),
      is_overdue: (given: boolean) => {
        const late = isOverdue(terms, clock.today())
        return given ? late : sql`not ${late}`
      },
      is_over: (given: boolean) => (given ? sql`${heldAmountSql} < 0` : sql`${heldAmountSql} > 0`),
    },
    search: (words) =>
      sql`${payment.order_id} in (select ${orders.id} from ${orders} where ${orders.shop_id} = ${shop_id}
        and ${orders.order_no} like ${`${escapeLike(words.toUpperCase())}%`})`,
    rows: async ({ where, orderBy, limit, sort_value }) => {
      const rows = await db
        .select({
          id: payment.id,
          order_id: payment.order_id,
          order_no: orders.order_no,
          provider: payingProviderSql,
          account: sql<string>`coalesce(${payment.account}, '')`,
          payment_method_id: payment.payment_method_id,
          captured_at: payment.captured_at,
          captured_amount: payment.captured_amount,
          refunded_amount: payment.refunded_amount,
          settled_amount: payment.settled_amount,
          settled_refund: payment.settled_refund,
          held: heldAmountSql,
          sort_value,
        })
        .from(payment)
        .innerJoin(orders, refersToCondition(payment.order_id, orders))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
      return rows.map((row) => ({ ...row, captured_at: row.captured_at?.toISOString() ?? null }))
    },
    count: rowCounter(db, payment),
  }
}

/** お預け中: lists payments that are captured and not settled, or settled with another amount than expected. */
export const listSettlementClaims: AdminHandler<'GET /admin/v1/settlement-claims'> = async (ctx, query) =>
  loadListPage(unsettledPaymentList, query, await sourceOf(ctx))

/** お預け中のCSV with the filters of the list. */
export const exportSettlementClaims: AdminHandler<'POST /admin/v1/settlement-claims/export'> = async (
  ctx,
  { filter, encoding },
) => {
  const source = await sourceOf(ctx)
  await beginExport(ctx, 'お預け中の決済', { list: unsettledPaymentList, filter, source })
  const pages = readEveryPage<typeof unsettledPaymentList, UnsettledPayment>(unsettledPaymentList, filter, source)
  return csvFile(`claims-${ctx.clock.today()}`, columns, encoding, pages)
}

const columns = [
  { head: 'ご注文番号', of: (row: UnsettledPayment) => row.order_no },
  { head: '入金元', of: (row: UnsettledPayment) => row.provider && SETTLEMENT_PROVIDER_NAME[row.provider] },
  { head: '口座', of: (row: UnsettledPayment) => row.account },
  { head: 'お支払い方法', of: (row: UnsettledPayment) => paymentMethodName(row.payment_method_id) },
  { head: '売上確定日時', of: (row: UnsettledPayment) => row.captured_at },
  { head: '売上確定額', of: (row: UnsettledPayment) => row.captured_amount },
  { head: '返金額', of: (row: UnsettledPayment) => row.refunded_amount },
  { head: '入金済み', of: (row: UnsettledPayment) => row.settled_amount },
  { head: '差し引かれた返金', of: (row: UnsettledPayment) => row.settled_refund },
  { head: 'お預け中', of: (row: UnsettledPayment) => row.held },
]

/** Days of payouts on the screen. */
const SHOWN_DAYS = 92

/** 入金: shows the settlement files, what each provider still holds, and its payouts. */
export const showSettlement: AdminHandler<'GET /admin/v1/settlement'> = async (ctx) => {
  const terms = await loadSettlementTerms(ctx)
  const [files, balances, payouts, open_lines, kept_lines, suspense] = await Promise.all([
    loadSettlementFiles(ctx),
    loadBalances(ctx, terms),
    loadProviderPayouts(ctx, SHOWN_DAYS),
    countSettlementLines(ctx, 'open'),
    countSettlementLines(ctx, 'kept'),
    loadSuspenseBalance(ctx),
  ])
  return {
    files,
    balances,
    payouts,
    open_lines,
    kept_lines,
    suspense,
    terms: terms.map(({ shop_id: _, ...term }) => term),
    method_fees: (await loadMethodFees(ctx)).map(({ shop_id: _, ...fee }) => fee),
  }
}

async function loadBalances(ctx: OperatorContext, terms: readonly Term[]): Promise<Settlement['balances']> {
  if (terms.length === 0) return []
  const { rows } = await ctx.db.execute<Settlement['balances'][number] & Record<string, unknown>>(sql`
    select provider, account, count(*)::int as payments, coalesce(sum(held) filter (where held > 0), 0)::float8 as held,
      coalesce(sum(held) filter (where is_overdue), 0)::float8 as overdue,
      (count(*) filter (where is_overdue))::int as overdue_payments,
      coalesce(-sum(held) filter (where held < 0), 0)::float8 as over
    from (
      select ${payingProviderSql} as provider, coalesce(${payment.account}, '') as account, ${heldAmountSql} as held,
        ${isOverdue(terms, ctx.clock.today())} as is_overdue
      from ${payment} where ${payment.shop_id} = ${ctx.shop_id} and ${isUnsettled} and ${awaitedPaymentsCondition(terms)}) as awaited
    where provider is not null
    group by provider, account order by provider, account`)
  return rows
}

/** Counts for 今日: payments whose payout is overdue, their yen, and the settlement lines that wait for an operator. */
export async function loadSettlementTasks(ctx: OperatorContext) {
  const [balances, open_lines] = await Promise.all([
    loadSettlementTerms(ctx).then((terms) => loadBalances(ctx, terms)),
    countSettlementLines(ctx, 'open'),
  ])
  return {
    overdue: sum(balances.map(({ overdue_payments }) => overdue_payments)),
    overdue_amount: sum(balances.map(({ overdue }) => overdue)),
    open_lines,
  }
}

const loadMethodFees = ({ db, shop_id }: { db: Queryable; shop_id: number }) =>
  db
    .select()
    .from(settlement_method_fee)
    .where(eq(settlement_method_fee.shop_id, shop_id))
    .orderBy(settlement_method_fee.payment_method_id)

/**
 * Saves the contracts with the providers about their payouts and fees.
 * @throws ShopError 422 for two contracts of one provider, or two fees of one way to pay
 */
export const saveSettlementTerms: AdminHandler<'PUT /admin/v1/settlement/terms'> = async (
  ctx,
  { terms, method_fees },
) => {
  const { shop_id } = ctx
  const twice = terms.findIndex(({ provider }, n) => terms.slice(0, n).some((one) => one.provider === provider))
  if (twice >= 0) throw refusedField(`terms.${twice}.provider`, 'この入金元の行が、もうあります。')
  const again = (method_fees ?? []).findIndex(({ payment_method_id }, n, all) =>
    all.slice(0, n).some((one) => one.payment_method_id === payment_method_id),
  )
  if (again >= 0) throw refusedField(`method_fees.${again}.payment_method_id`, 'この支払方法の行が、もうあります。')
  await ctx.db.transaction(async (tx) => {
    const fees = await loadMethodFees({ db: tx, shop_id })
    if (method_fees) {
      await tx.delete(settlement_method_fee).where(eq(settlement_method_fee.shop_id, shop_id))
      if (method_fees.length > 0)
        await tx.insert(settlement_method_fee).values(method_fees.map((fee) => ({ ...fee, shop_id })))
    }
    const before = await tx.delete(settlement_term).where(eq(settlement_term.shop_id, shop_id)).returning()
    if (terms.length > 0) await tx.insert(settlement_term).values(terms.map((term) => ({ ...term, shop_id })))
    await recordAudit(tx, ctx, {
      subject: 'settlement_term',
      subject_id: shop_id,
      subject_name: '決済会社との契約',
      before: {
        settlement_terms: before.map(({ shop_id: _, ...term }) => term),
        ...(method_fees && { method_fees: fees.map(({ shop_id: _, ...fee }) => fee) }),
      },
      after: { settlement_terms: terms, ...(method_fees && { method_fees }) },
    })
  })
  return {}
}
