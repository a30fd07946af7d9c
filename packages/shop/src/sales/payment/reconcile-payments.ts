import { orders } from '@kushi/db/schema/order'
import { payment, payment_difference } from '@kushi/db/schema/payment'
import { shop } from '@kushi/db/schema/shop'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { PaymentState } from '@kushi/values/payment-method'
import {
  isPaidOnProviderPage,
  isPrepaidMethod,
  paymentMethodIdList,
  paymentMethodName,
  paymentSheetOf,
} from '@kushi/values/payment-method'
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { inParallel } from '../../in-parallel.ts'
import { enqueueMail, mailText } from '../../messaging/message/index.ts'
import { paymentPort } from '../../ports/payment-ports.ts'
import { type PaymentRow, withPaymentClaims } from './internal/claim-payment.ts'
import { comparePaymentWithProvider } from './internal/compare-payment.ts'
import { receiveLateTransfers } from './internal/receive-transfers.ts'
import { recordLatePrepayment, recordPayment } from './internal/record-payment.ts'
import { type PaymentRecord, reservedAndTakenAmounts } from './rules/books.ts'
import { isUnrecordedMoney } from './rules/payment-state.ts'

/** Decided states. Open payments are left to the repair job. */
const decided: PaymentState[] = ['authorised', 'captured', 'refunded', 'voided', 'failed']

/** Calls to providers in parallel. */
const workers = 4

interface Reconcile {
  days?: number
  /** Stops after this time, finished or not. */
  budgetMs?: number
  /** Called for each payment for which no provider responded. */
  unasked?: () => void
}

/**
 * 照合: asks the providers about a shop's payments of the last `days` and about every known difference. Mails new
 * differences to the shop. If a provider does not respond, the next run asks again. Returns all open differences.
 */
export async function reconcilePayments(
  ctx: Context,
  { days = 3, budgetMs = 540_000, unasked = () => {} }: Reconcile = {},
) {
  const end = performance.now() + budgetMs
  const inTime = () => performance.now() < end
  const fresh: number[] = []
  for (let after = 0; inTime(); ) {
    const rows = await page(ctx, days, after)
    if (rows.length === 0) break
    await inParallel(rows, workers, inTime, async (row) => {
      if (await compare(ctx, row, unasked)) fresh.push(row.id)
    })
    after = rows.at(-1)!.id
  }
  const differences = await listDifferences(ctx)
  await mailDifferences(
    ctx,
    differences.filter((one) => fresh.includes(one.payment_id)),
  )
  return differences
}

/** Days after its deadline in which an account is still asked for transfers. */
const TRANSFERS_ASKED_DAYS = 60
const ago = ({ clock }: Context, days: number) => new Date(clock.now().getTime() - days * 86_400_000)
const inTransfers = sql`${payment.payment_method_id} in (${sql.raw(paymentMethodIdList(({ in_transfers }) => in_transfers))})`

const page = (ctx: Context, days: number, after: number): Promise<PaymentRow[]> => {
  const open = ctx.db
    .select({ id: payment_difference.payment_id })
    .from(payment_difference)
    .where(and(refersToCondition(payment_difference.payment_id, payment), isNull(payment_difference.resolved_at)))
  const isRecent = gt(payment.updated_at, sql`now() - ${days} * interval '1 day'`)
  // Transfers to its account may come at any time, and their notice may be lost.
  const isTransferable = and(
    isNotNull(payment.pay_until),
    gt(payment.pay_until, ago(ctx, TRANSFERS_ASKED_DAYS)),
    inTransfers,
  )
  return ctx.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.shop_id, ctx.shop_id),
        gt(payment.id, after),
        isNotNull(payment.payment_method_id),
        inArray(payment.state, decided),
        or(isRecent, isTransferable, exists(open)),
      ),
    )
    .orderBy(asc(payment.id))
    .limit(500)
}

/** Returns true for a new difference. A payment that can't be looked up must not block the others. */
async function compare(ctx: Context, row: PaymentRow, unasked: () => void): Promise<boolean> {
  try {
    const trade = await paymentPort(ctx, row).find(row)
    if (trade?.transfers)
      return await comparePaymentWithProvider(ctx, await receiveLateTransfers(ctx, row, trade.transfers), trade)
    // The notice of this 前払い was lost.
    if (trade?.state === 'captured' && isPrepaidMethod(row.payment_method_id) && isUnrecordedMoney(row)) {
      const { reference } = trade
      await withPaymentClaims(ctx, [row.provider_order_id], [row.state], async ([claimed]) =>
        claimed ? recordLatePrepayment(ctx.db, ctx, { ...claimed, reference }) : null,
      )
      return false
    }
    // Paid on a page that could not be closed, or by a token that arrived late, when its order had been given up.
    const isPaid = trade?.state === 'authorised' || trade?.captured_on_charge
    if (trade && isPaid && row.state === 'failed' && canBePaidLate(row)) {
      const { reference } = trade
      await withPaymentClaims(ctx, [row.provider_order_id], ['failed'], async ([claimed]) =>
        claimed ? recordPayment(ctx.db, ctx, claimed, 'void_pending', { reference }) : null,
      )
      return false
    }
    return await comparePaymentWithProvider(ctx, row, trade)
  } catch (error) {
    unasked()
    ctx.log.warn({ payment_id: row.id, err: error }, 'payment not compared')
    return false
  }
}

const canBePaidLate = ({ payment_method_id }: PaymentRow) =>
  isPaidOnProviderPage(payment_method_id) || paymentSheetOf(payment_method_id) !== undefined

/** Mails new differences to each shop that has any, each difference once. */
async function mailDifferences(ctx: Context, found: readonly PaymentDifference[]): Promise<void> {
  for (const [shopId, own] of Map.groupBy(found, (one) => one.shop)) {
    const [seller] = await ctx.db.select().from(shop).where(eq(shop.id, shopId))
    const listed = own.map(
      (one) => `${one.order_no}(${one.method} / ${one.number})\n  当店: ${one.ours}\n  決済会社: ${one.theirs}`,
    )
    const key = `payment-differences:${own.map((one) => `${one.payment_id}@${one.since}`).join(',')}`
    await ctx.db.transaction((tx) =>
      enqueueMail(tx, shopId, key, {
        to: seller!.email,
        subject: `【${seller!.shop_name}】決済の記録に差異が${own.length}件あります`,
        text: mailText(
          seller!,
          'ご担当者',
          '当店と決済会社の記録が一致しない決済が見つかりました。決済会社の管理画面とあわせてご確認ください。',
          listed.join('\n'),
        ),
      }),
    )
  }
}

/**
 * Returns the open differences between a shop's payments and its providers for an operator, oldest first; amounts in
 * yen.
 */
async function listDifferences(ctx: Context) {
  const rows = await ctx.db
    .select({ found: payment_difference, paid: payment, order_no: orders.order_no })
    .from(payment_difference)
    .innerJoin(payment, refersToCondition(payment_difference.payment_id, payment))
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(and(eq(payment_difference.shop_id, ctx.shop_id), isNull(payment_difference.resolved_at)))
    .orderBy(asc(payment_difference.id))
  return rows.map(({ found, paid, order_no }) => ({
    payment_id: paid.id,
    shop: paid.shop_id,
    order_no,
    number: paid.provider_order_id,
    method: paymentMethodName(paid.payment_method_id),
    ours: inWords(found.ours),
    theirs: inWords(found.theirs),
    since: found.found_at.toISOString(),
  }))
}
type PaymentDifference = Awaited<ReturnType<typeof listDifferences>>[number]

function inWords(record: PaymentRecord | null): string {
  const { reserved, taken } = reservedAndTakenAmounts(record)
  return `${record?.state ?? 'unknown'} held=${reserved} taken=${taken}`
}
