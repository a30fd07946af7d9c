import { SettlementLine, settlementLineList } from '@kushi/contract/admin/settlement'
import { japanDayStartSql } from '@kushi/db/japan-day'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { settlement_line, settlement_payout, settlement_term } from '@kushi/db/schema/settlement'
import { addDays } from '@kushi/values/calendar-date'
import {
  SETTLEMENT_ACTION_NAME,
  SETTLEMENT_LINE_KIND_NAME,
  SETTLEMENT_LINE_STATE_NAME,
  SETTLEMENT_MISMATCH,
  SETTLEMENT_PROVIDER_NAME,
} from '@kushi/values/settlement'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  type ListSource,
  loadListPage,
  maskForOperator,
  type OperatorContext,
  readEveryPage,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { beginExport, csvFile } from '../../../foundation/csv/index.ts'
import { settlePayments } from '../../../sales/payment/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { bookMoneyReceived } from '../../ledger/index.ts'
import { lockPaymentClaims } from '../internal/load-claims.ts'
import {
  assignedLineEntries,
  type BookedLine,
  paymentDifferenceEntries,
  writtenOffLineEntries,
} from '../rules/booked-line.ts'
import type { PaymentClaim } from '../rules/judge-line.ts'

const inShopOf = (column: SQL | typeof orders.id, shop: typeof orders.shop_id, on: typeof settlement_line.order_id) =>
  and(eq(shop, settlement_line.shop_id), sql`${column} = ${on}`)

const source = ({
  db,
  shop_id,
}: Pick<OperatorContext, 'db' | 'shop_id'>): ListSource<typeof settlementLineList, SettlementLine> => ({
  where: eq(settlement_line.shop_id, shop_id),
  shows_all: true,
  id: settlement_line.id,
  sorts: { created_at: settlement_line.created_at },
  filters: {
    state: settlement_line.state,
    reason: settlement_line.reason,
    provider: settlement_line.provider,
    paid_on: settlement_line.paid_on,
    captured_on: ({ from, to }: { from?: string; to?: string }) =>
      sql`${settlement_line.payment_id} in (select ${payment.id} from ${payment} where ${payment.shop_id} = ${shop_id}
        and ${payment.captured_at} >= ${japanDayStartSql(from ?? '2000-01-01')} and ${payment.captured_at} < ${japanDayStartSql(addDays(to ?? '2999-12-31', 1))})`,
    settlement_file_id: (given: string) =>
      /^\d{1,15}$/.test(given) ? sql`${settlement_line.settlement_file_id} = ${given}::bigint` : undefined,
  },
  search: (words) => {
    const plain = words.replace(/[-\s]/g, '')
    return {
      db,
      ids: [
        sql`select id from ${settlement_line} where shop_id = ${shop_id} and order_ref = ${words} and order_ref <> ''`,
        sql`select id from ${settlement_line} where shop_id = ${shop_id} and provider_ref = ${words} and provider_ref <> ''`,
        sql`select id from ${settlement_line} where shop_id = ${shop_id} and tracking_no = ${plain} and tracking_no <> ''`,
      ],
      row: sql`(${settlement_line.order_ref} = ${words} or ${settlement_line.provider_ref} = ${words} or ${settlement_line.tracking_no} = ${plain})`,
    }
  },
  rows: ({ where, orderBy, limit, sort_value }) =>
    db
      .select({
        id: settlement_line.id,
        settlement_file_id: settlement_line.settlement_file_id,
        row: settlement_line.row,
        provider: settlement_line.provider,
        kind: settlement_line.kind,
        order_ref: settlement_line.order_ref,
        provider_ref: settlement_line.provider_ref,
        tracking_no: settlement_line.tracking_no,
        party: settlement_line.party,
        amount: settlement_line.amount,
        fee: settlement_line.fee,
        happened_on: settlement_line.happened_on,
        paid_on: settlement_line.paid_on,
        state: settlement_line.state,
        reason: settlement_line.reason,
        order_id: settlement_line.order_id,
        order_no: orders.order_no,
        captured_amount: payment.captured_amount,
        refunded_amount: payment.refunded_amount,
        settled_amount: payment.settled_amount,
        note: settlement_line.note,
        settled_by: settlement_line.settled_by,
        sort_value,
      })
      .from(settlement_line)
      .leftJoin(orders, inShopOf(orders.id, orders.shop_id, settlement_line.order_id))
      .leftJoin(payment, and(eq(payment.shop_id, settlement_line.shop_id), eq(payment.id, settlement_line.payment_id)))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  count: rowCounter(db, settlement_line),
})

/** 入金明細 */
export const listSettlementLines: AdminHandler<'GET /admin/v1/settlement-lines'> = (ctx, query) =>
  loadListPage(settlementLineList, query, source(ctx))

/** 入金明細のCSV with the filters of the list. */
export const exportSettlementLines: AdminHandler<'POST /admin/v1/settlement-lines/export'> = async (
  ctx,
  { filter, encoding },
) => {
  await beginExport(ctx, '入金明細', { list: settlementLineList, filter, source: source(ctx) })
  const pages = readEveryPage<typeof settlementLineList, SettlementLine>(settlementLineList, filter, source(ctx))
  return csvFile(`settlement-${ctx.clock.today()}`, columns(ctx), encoding, pages)
}

const columns = (ctx: OperatorContext) => [
  { head: 'ファイルの番号', of: (line: SettlementLine) => line.settlement_file_id },
  { head: '行', of: (line: SettlementLine) => line.row },
  { head: '入金元', of: (line: SettlementLine) => SETTLEMENT_PROVIDER_NAME[line.provider] },
  { head: '区分', of: (line: SettlementLine) => SETTLEMENT_LINE_KIND_NAME[line.kind] },
  { head: '当店の番号', of: (line: SettlementLine) => line.order_ref },
  { head: '決済会社の番号', of: (line: SettlementLine) => line.provider_ref },
  { head: '送り状番号', of: (line: SettlementLine) => line.tracking_no },
  { head: '摘要', of: (line: SettlementLine) => maskForOperator(ctx, SettlementLine, line).party },
  { head: '取引日', of: (line: SettlementLine) => line.happened_on },
  { head: '振込日', of: (line: SettlementLine) => line.paid_on },
  { head: '金額', of: (line: SettlementLine) => line.amount },
  { head: '手数料', of: (line: SettlementLine) => line.fee },
  { head: '差引', of: (line: SettlementLine) => line.amount - line.fee },
  { head: '状態', of: (line: SettlementLine) => SETTLEMENT_LINE_STATE_NAME[line.state] },
  { head: '合わない理由', of: (line: SettlementLine) => line.reason && SETTLEMENT_MISMATCH[line.reason].name },
  { head: 'ご注文番号', of: (line: SettlementLine) => line.order_no },
  { head: 'メモ', of: (line: SettlementLine) => maskForOperator(ctx, SettlementLine, line).note },
]

const wrongState = (message: string) => new ShopError(409, 'ERROR_SETTLEMENT_STATE', message)

/**
 * 処理: an operator decides on a settlement line that does not match. `assign` gives its money to an order. `accept`
 * books the difference as 雑損失 or 雑収入, or accepts a fee. `keep` leaves it as 仮受金 until a later decision, or outside the
 * shop's sales.
 * @throws ShopError 404; 409 ERROR_SETTLEMENT_STATE for a line that fits, or an action that does not suit it; 422 for
 * the order
 */
export const resolveSettlementLine: AdminHandler<'POST /admin/v1/settlement-lines/{id}/settle'> = async (
  ctx,
  { id, action, order_no = '', note = '' },
) => {
  const { shop_id } = ctx
  await ctx.db.transaction(async (tx) => {
    const [line] = await tx
      .select()
      .from(settlement_line)
      .where(and(eq(settlement_line.shop_id, shop_id), eq(settlement_line.id, id)))
      .for('update')
    if (!line) throw notFound()
    if (line.state !== 'open' && (line.state !== 'kept' || action === 'keep'))
      throw wrongState('この明細は、すでに処理されています。')
    const isBank = line.provider === 'bank'
    if (isBank && action !== 'keep') throw wrongState('銀行の明細は、入金元のファイルを取り込むと合います。')
    // On the day of the payout, as long as its month is open.
    const day = line.paid_on
    // 売掛 was settled with it already, though not as expected.
    const isClaimed = line.reason === 'amount_differs' || line.reason === 'fee_differs'
    if (isClaimed && action !== 'accept') throw wrongState('この明細は、ご注文に割り当ててあります。')
    const booked = (claim: PaymentClaim | null): BookedLine => ({
      settlement_file_id: line.settlement_file_id,
      row: line.row,
      provider: line.provider as BookedLine['provider'],
      paid_on: line.paid_on,
      amount: line.amount,
      fee: 0,
      order_id: claim?.order_id ?? null,
      ...(claim && { payment_method_id: claim.payment_method_id }),
    })
    let owner: Partial<typeof settlement_line.$inferInsert> | null = null
    if (action === 'assign') {
      const claim = await claimOf(order_no)
      await bookMoneyReceived(tx, ctx, assignedLineEntries(booked(claim), day))
      const settled =
        line.amount < 0
          ? { settled_amount: 0, settled_refund: -line.amount }
          : { settled_amount: line.amount, settled_refund: 0 }
      await settlePayments(tx, shop_id, [{ id: claim.payment_id, ...settled }])
      const { payment_id, order_id } = claim
      owner = { payment_id, order_id, settles: settled.settled_amount, settles_refund: settled.settled_refund }
    }
    if (action === 'accept' && line.reason === 'amount_differs') {
      const claim = (await lockPaymentClaims(tx, shop_id, [line.payment_id!])).get(line.payment_id!)!
      const lacking = claim.captured_amount - claim.settled_amount
      await bookMoneyReceived(tx, ctx, paymentDifferenceEntries(booked(claim), lacking, day))
      await settlePayments(tx, shop_id, [{ id: claim.payment_id, settled_amount: lacking, settled_refund: 0 }])
      owner = { settles: line.settles === null ? null : line.settles + lacking }
    }
    if (action === 'accept' && !isClaimed) await bookMoneyReceived(tx, ctx, writtenOffLineEntries(booked(null), day))
    await tx
      .update(settlement_line)
      .set({
        state: isBank ? 'noted' : action === 'keep' ? 'kept' : 'settled',
        note,
        settled_by: ctx.actor.actor_name,
        settled_at: ctx.clock.now(),
        ...owner,
      })
      .where(and(eq(settlement_line.shop_id, shop_id), eq(settlement_line.id, id)))
    await recordAudit(tx, ctx, {
      subject: 'settlement_line',
      subject_id: id,
      subject_name: `${SETTLEMENT_PROVIDER_NAME[line.provider]}の入金 ${line.row}行目`,
      before: { state: SETTLEMENT_LINE_STATE_NAME[line.state] },
      after: {
        state: SETTLEMENT_ACTION_NAME[action],
        amount: line.amount,
        ...(order_no && { order_no }),
        ...(note && { note }),
      },
    })

    async function claimOf(no: string): Promise<PaymentClaim> {
      const fault = (message: string) => refusedField('order_no', message)
      if (no === '') throw fault('ご注文番号を入力してください。')
      const [found] = await tx
        .select({ id: payment.id })
        .from(orders)
        .innerJoin(payment, and(eq(payment.shop_id, orders.shop_id), eq(payment.order_id, orders.id)))
        .where(
          and(
            eq(orders.shop_id, shop_id),
            eq(orders.order_no, no.toUpperCase()),
            inArray(payment.state, ['authorised', 'captured', 'refunded']),
          ),
        )
        .orderBy(desc(payment.captured_amount), desc(payment.id))
        .limit(1)
      const claim = found && (await lockPaymentClaims(tx, shop_id, [found.id])).get(found.id)
      if (!claim) throw fault('この番号の、お支払いのあるご注文が見つかりません。')
      const open =
        line!.amount < 0 ? claim.refunded_amount - claim.settled_refund : claim.captured_amount - claim.settled_amount
      if (Math.abs(line!.amount) > open)
        throw fault(
          line!.amount < 0
            ? 'このご注文には、まだこの額の返金が記録されていません。先に返金を記録してください。'
            : 'このご注文で入金を待っている額より多い金額です。ご注文番号をご確認ください。',
        )
      return claim
    }
  })
  return {}
}

/** The balance of 仮受金 in the ledger, in yen. */
export async function loadSuspenseBalance({ db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>): Promise<number> {
  const [row] = await db
    .select({ amount: sql<number>`coalesce(sum(${ledger_entry.amount}), 0)::float8` })
    .from(ledger_entry)
    .where(and(eq(ledger_entry.shop_id, shop_id), eq(ledger_entry.kind, 'suspense')))
  return row!.amount
}

/**
 * Counts the settlement lines in a state. `state` stands in the statement's text, so that the partial indexes serve it.
 */
export const countSettlementLines = (
  { db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>,
  state: 'open' | 'kept',
) =>
  db.$count(
    settlement_line,
    and(eq(settlement_line.shop_id, shop_id), sql`${settlement_line.state} = ${sql.raw(`'${state}'`)}`),
  )

/** Loads the payouts of the last `days` days, the newest first. */
export async function loadProviderPayouts({ db, shop_id, clock }: OperatorContext, days: number) {
  const rows = await db
    .select()
    .from(settlement_payout)
    .where(
      and(
        eq(settlement_payout.shop_id, shop_id),
        sql`${settlement_payout.paid_on} > ${clock.today()}::date - ${days}::int`,
      ),
    )
    .orderBy(desc(settlement_payout.paid_on), desc(settlement_payout.settlement_file_id))
    .limit(200)
  return rows.map(({ bank_line_id, ...row }) => ({ ...row, is_banked: bank_line_id !== null }))
}

/** Loads the contracts with the providers about their payouts and fees. */
export const loadSettlementTerms = ({ db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>) =>
  db.select().from(settlement_term).where(eq(settlement_term.shop_id, shop_id)).orderBy(settlement_term.provider)
