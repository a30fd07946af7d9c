import type { Tx } from '@kushi/db/connect'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isCashOnDelivery, isPrepaidMethod, paymentMethod } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context, QueryContext } from '../../../context.ts'
import { type PaymentBill, type PaymentParcel, PaymentRefused } from '../../../ports/payment-port.ts'
import { paymentPort } from '../../../ports/payment-ports.ts'
import { ShopError } from '../../../shop-error.ts'
import { transferredAmount } from '../rules/after-finding.ts'
import { type PaymentRow, paymentBusyError, withPaymentClaims, withPaymentClaimWhenFree } from './claim-payment.ts'
import { refuseRefundInTransfer } from './credit-payment.ts'
import { receiveLateTransfers } from './receive-transfers.ts'
import { ignorePaymentStateChanged, recordLatePrepayment, recordPayment } from './record-payment.ts'

/** Milliseconds: as long as saving the card of a new order takes. */
const shortly = 3_000

/**
 * 売上確定: captures authorised money once, when the parcel is shipped. Claims the payment and uses the row as it is then,
 * so that a change of the amount comes before the capture or not at all. Cash is collected at the door
 * (`cash-on-delivery.ts`).
 * @throws ShopError 409 while another process changes it; PaymentUnavailable, PaymentRefused
 */
export async function capturePayment(ctx: Context, row: PaymentRow, parcel: PaymentParcel): Promise<void> {
  if (row.state !== 'authorised' || isCashOnDelivery(row.payment_method_id)) return
  const done = await withPaymentClaimWhenFree(
    ctx,
    row,
    ['authorised'],
    async (claimed) => {
      const reference = await paymentPort(ctx, claimed).capture(claimed, parcel)
      await recordPayment(ctx.db, ctx, claimed, 'captured', { reference, captured_amount: claimed.amount }).catch(
        ignorePaymentStateChanged,
      )
    },
    shortly,
  )
  if (done) return
  const [now] = await ctx.db.select({ state: payment.state }).from(payment).where(sameRowCondition(payment, row))
  if (now?.state === 'authorised') throw paymentBusyError()
}

/**
 * An authorised, claimed payment whose earlier holder died between the provider's capture and our write: the capture is
 * recorded. Returns false where the provider has captured nothing, or another amount, which the reconciliation shows to
 * a person.
 * @throws PaymentUnavailable
 */
export async function recordInterruptedCapture(ctx: Context, claimed: PaymentRow): Promise<boolean> {
  const found = await paymentPort(ctx, claimed).find(claimed)
  if (found?.state !== 'captured' || found.amount !== claimed.amount) return false
  const { reference } = found
  await recordPayment(ctx.db, ctx, claimed, 'captured', { reference, captured_amount: claimed.amount })
  return true
}

interface Change<T> {
  /** Yen, tax included. */
  amount: number
  /** The bill for the provider. @throws the reason against the change, before the provider is called */
  bill(claimed: PaymentRow): Promise<PaymentBill>
  /** `record` writes the payment. Locks the paid subject first and writes it in the same transaction. */
  write(tx: Tx, record: () => Promise<PaymentRow>): Promise<T>
}

/**
 * 金額変更 of authorised money. Changes the provider first; a repeated call after a crash continues.
 * @throws ShopError 409 while another process captures or changes it; PaymentRefused, PaymentUnavailable
 */
export async function changePaymentAmount<T>(
  ctx: Context,
  row: PaymentRow,
  { amount, ...change }: Change<T>,
): Promise<T> {
  const done = await withPaymentClaimWhenFree(
    ctx,
    row,
    ['authorised'],
    async (claimed) => {
      const bill = await change.bill(claimed)
      const reference = await paymentPort(ctx, claimed).change(claimed, amount, bill)
      return ctx.db.transaction((tx) =>
        change.write(tx, () => recordPayment(tx, ctx, claimed, 'authorised', { amount, reference })),
      )
    },
    shortly,
  )
  if (!done) throw paymentBusyError()
  return done.result
}

interface Refund {
  /** The refunded amount that the caller saw; absent: not checked. */
  given?: number | undefined
  /** Locks the order of the payment before the payment is written. */
  lock?: (tx: Tx) => Promise<unknown>
  /** Written in the same transaction as the refund. */
  also?: (tx: Tx) => Promise<void>
}

/**
 * 返金: refunds captured money until the refunds add up to `total` yen, so that a repeated call refunds nothing twice.
 * Claims the payment, because two parallel refunds would each send their own difference. Returns true if this call
 * wrote the refund, and `also` with it; false if another one had.
 *
 * @throws ShopError 422 for more than was captured; 409 while another process works on it or has refunded since, while
 * the answer to another total is unknown, or while more cash is expected; PaymentUnavailable, PaymentRefused
 */
export async function refundPayment(
  ctx: Context,
  row: PaymentRow,
  total = row.captured_amount - row.repaid_amount,
  { given, lock, also }: Refund = {},
): Promise<boolean> {
  if (total > row.captured_amount)
    throw new ShopError(422, 'ERROR_AMOUNT', `返金できるのは${formatYen(row.captured_amount)}までです。`)
  refuseOvertaken(row, total, given)
  if (row.state !== 'captured' || total <= row.refunded_amount) return false
  if (total > row.captured_amount - row.repaid_amount)
    throw new ShopError(
      422,
      'ERROR_AMOUNT',
      `${formatYen(row.repaid_amount)}は別の方法で返金済みです。返金できるのは${formatYen(row.captured_amount - row.repaid_amount)}までです。`,
    )
  return withPaymentClaims(ctx, [row.provider_order_id], ['captured'], async ([claimed]) => {
    if (!claimed) throw paymentBusyError()
    refuseOvertaken(claimed, total, given)
    if (total <= claimed.refunded_amount) return false
    // The claim is seen by whoever makes a file from now on; a file that was made before is seen here.
    await refuseRefundInTransfer(ctx.db, { shop_id: claimed.shop_id, id: claimed.order_id })
    refuseBesideAsked(claimed, total, ctx.clock.now())
    const asks = (asked: PendingRefund, only?: SQL) =>
      ctx.db
        .update(payment)
        .set(asked)
        .where(and(sameRowCondition(payment, claimed), only))
        .returning({ id: payment.id })
    const isRepeated = claimed.refund_asked === total
    if (!isRepeated) {
      // From now on no refund by hand is recorded beside this one. A refund recorded since `row` was read is not part
      // of `total`.
      const isSame = eq(payment.repaid_amount, row.repaid_amount)
      const [asked] = await asks({ refund_asked: total, refund_asked_at: ctx.clock.now() }, isSame)
      if (!asked) throw overtakenByHand()
    }
    const reference = await paymentPort(ctx, claimed)
      .refund(claimed, total)
      .catch(async (error: unknown) => {
        // A refused repetition says nothing of the first request.
        if (error instanceof PaymentRefused && !isRepeated) await asks(NO_PENDING_REFUND)
        throw error
      })
    // After a delay beyond the lease, another process may have refunded more meanwhile.
    const refunded_amount = sql<number>`greatest(${payment.refunded_amount}, ${total})`
    const state = total === claimed.captured_amount ? 'refunded' : 'captured'
    const write = async (tx: Tx) => {
      await lock?.(tx)
      const [before] = await tx
        .select({ refunded_amount: payment.refunded_amount })
        .from(payment)
        .where(sameRowCondition(payment, claimed))
        .for('update')
      const refund_check_at = paymentMethod(claimed.payment_method_id).refunds_later
        ? new Date(ctx.clock.now().getTime() + firstCheckMs)
        : null
      await recordPayment(tx, ctx, claimed, state, {
        reference,
        refunded_amount,
        refund_check_at,
        ...NO_PENDING_REFUND,
      })
      await recordRefund(tx, ctx, claimed, total - before!.refunded_amount)
      await also?.(tx)
    }
    return ctx.db.transaction(write).then(
      () => true,
      (error: unknown) => {
        ignorePaymentStateChanged(error)
        return false
      },
    )
  })
}

/** Milliseconds until the first check of a refund at a provider that decides refunds later. */
const firstCheckMs = 600_000

/** Records a 返金. `amount`: the yen added by it; writes nothing if another process has recorded more. */
async function recordRefund(tx: Tx, ctx: QueryContext, row: PaymentRow, amount: number): Promise<void> {
  if (amount <= 0) return
  const { shop_id, id: payment_id, order_id } = row
  const refund = { shop_id, payment_id, order_id, way: 'provider', amount, ...ctx.actor } as const
  await tx.insert(payment_refund).values({ ...refund, created_at: ctx.clock.now() })
}

/** Throws if the refunded amount is neither what the caller saw nor the target: another process was faster. */
function refuseOvertaken({ refunded_amount }: PaymentRow, total: number, given = refunded_amount): void {
  if (refunded_amount !== given && refunded_amount !== total)
    throw new ShopError(
      409,
      'ERROR_CHANGED_MEANWHILE',
      `ほかの担当者が先に返金しました(返金の合計 ${formatYen(refunded_amount)})。画面を読み込み直して、ご確認ください。`,
    )
}

const overtakenByHand = () =>
  new ShopError(
    409,
    'ERROR_CHANGED_MEANWHILE',
    'ほかの担当者が先に返金を記録しました。画面を読み込み直して、ご確認ください。',
  )

type PendingRefund = Pick<PaymentRow, 'refund_asked' | 'refund_asked_at'>
/** The columns of a payment without a refund request that waits for its result. */
export const NO_PENDING_REFUND: PendingRefund = { refund_asked: null, refund_asked_at: null }

/** Milliseconds after which a provider's record contains a refund for certain. */
export const REFUND_RECORDED_AFTER_MS = 86_400_000

/**
 * Throws for another total than one of the last day whose answer is unknown, if the provider's record contains a refund
 * only after a while: it would be sent a difference that ignores the first. The same total can be repeated at any time,
 * and is refunded once.
 */
function refuseBesideAsked(row: PaymentRow, total: number, now: Date): void {
  const { payment_method_id, refund_asked, refund_asked_at, refunded_amount } = row
  if (refund_asked === null || refund_asked <= refunded_amount || refund_asked === total) return
  if (!paymentMethod(payment_method_id).refunds_later) return
  if (now.getTime() - refund_asked_at!.getTime() < REFUND_RECORDED_AFTER_MS)
    throw new ShopError(
      409,
      'ERROR_REFUND_UNANSWERED',
      `返金の合計${formatYen(refund_asked)}への手続きの結果がまだわかりません。先に同じ金額でもう一度お試しください。`,
    )
}

/**
 * Voids the authorisation of an order that was given up, or refunds the rest of a captured payment. A late 前払い is
 * recorded as owed to the customer instead. The caller holds the claim.
 */
export async function voidPayment(ctx: Context, row: PaymentRow): Promise<true> {
  const port = paymentPort(ctx, row)
  const trade = await port.find(row)
  const found = { ...row, reference: trade?.reference ?? row.reference }
  const isPrepaid = isPrepaidMethod(row.payment_method_id)
  const isTaken = trade?.state === 'captured' || trade?.state === 'refunded'
  if (isTaken && !isPrepaid) await port.refund(found, row.amount)
  else if (trade && ['authorised', 'held', 'awaiting'].includes(trade.state)) await port.void(found)
  if (transferredAmount(trade) > 0) await receiveLateTransfers(ctx, found, trade!.transfers!)
  else if (trade?.state === 'captured' && isPrepaid) await recordLatePrepayment(ctx.db, ctx, found)
  else await recordPayment(ctx.db, ctx, row, 'voided')
  return true
}
