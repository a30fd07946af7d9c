import type { Tx } from '@kushi/db/connect'
import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { isPaidByBankTransfers, isPrepaidMethod } from '@kushi/values/payment-method'
import { type Context, type QueryContext, runInTransaction, type TransactionContext } from '../../../context.ts'
import {
  type Authorisation,
  type PaymentBill,
  type PaymentReference,
  type PaymentRefusal,
  PaymentRefused,
  type PaymentSource,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '../../../ports/payment-port.ts'
import { paymentPort } from '../../../ports/payment-ports.ts'
import {
  moneyColumnsOfRecord,
  paymentRecoveryAction,
  refusalAfterLookup,
  transferredAmount,
} from '../rules/after-finding.ts'
import { isPaymentOpen, isUnrecordedMoney, mustVoidLateAuthorisation } from '../rules/payment-state.ts'
import { reviewEndsOn } from '../rules/refusal-message.ts'
import { type PaymentRow, withPaymentClaims } from './claim-payment.ts'
import { receiveTransfers } from './receive-transfers.ts'
import { PaymentStateChangedError, recordLatePrepayment, recordPayment } from './record-payment.ts'

/** The state of an attempt after its result is written. */
export type PaymentOutcome =
  | { kind: 'authorised' }
  | { kind: 'declined'; refusal: PaymentRefusal }
  /** 審査中: a person at the provider reviews it. */
  | { kind: 'under_review' }
  /** 入金待ち: the customer has a number with which to pay. */
  | { kind: 'awaiting' }
  /** The browser is sent there. No money moves before it returns. */
  | { kind: 'redirect'; redirect_url: string }
  /** The provider does not respond now. Nothing was written; the same call may be repeated. */
  | { kind: 'unknown' }
  /** Another process decided the payment, or its order no longer waits for it: read the current state. */
  | { kind: 'moved' }

/**
 * The subject of a payment, implemented by the feature that requests the money. The payment module itself knows only a
 * number, an amount and a source. Each of the last four functions runs once per attempt, in the transaction that
 * writes the attempt's state.
 */
export interface PaymentSubject<Subject> {
  /**
   * Locks the subject, always before the payment, to avoid deadlocks. `waits`: the subject still waits for the money.
   */
  lock(tx: Tx, row: PaymentRow): Promise<{ subject: Subject; waits: boolean }>
  /** The bill for the provider. */
  bill(ctx: Context, row: PaymentRow): Promise<PaymentBill>
  authorised(tx: Tx, ctx: TransactionContext, subject: Subject, row: PaymentRow): Promise<void>
  /** `isAway`: the customer has no screen open that shows the result. */
  declined(
    tx: Tx,
    ctx: QueryContext,
    subject: Subject,
    row: PaymentRow,
    refused: PaymentRefused,
    isAway: boolean,
  ): Promise<void>
  underReview(tx: Tx, ctx: QueryContext, subject: Subject, row: PaymentRow): Promise<void>
  /** Absent for goods that are never sold by 前払い. */
  awaiting?(tx: Tx, ctx: QueryContext, subject: Subject, row: PaymentRow): Promise<void>
  /** A transfer brought a part of the amount; left out as well. */
  partlyPaid?(tx: Tx, ctx: QueryContext, subject: Subject, row: PaymentRow): Promise<void>
}

interface PaymentWithSource {
  row: PaymentRow
  source: PaymentSource
}

interface Charge {
  number: string
  /** 支払い元 for the claimed row; null: no source is available, so only an attempt that was begun is looked up. */
  source(row: PaymentRow): Promise<PaymentWithSource | null>
  /** Where the browser returns to; null: the customer is absent. */
  return_url: string | null
}

/**
 * 与信: authorises the money of an attempt, or continues where an earlier request was cut off. The provider's record of
 * our number decides, so no charge is requested twice. Returns null if another process works on it or it is decided.
 */
export const authorisePayment = <S>(
  ctx: Context,
  payee: PaymentSubject<S>,
  charge: Charge,
): Promise<PaymentOutcome | null> =>
  withPaymentClaims(ctx, [charge.number], ['intent', 'returned'], async ([claimed]) =>
    claimed
      ? follow(ctx, payee, claimed, false, async () => {
          const chosen = claimed.state === 'returned' ? null : await charge.source(claimed)
          if (!chosen) return find(ctx, claimed)
          return ask(ctx, chosen, await payee.bill(ctx, chosen.row), charge.return_url)
        })
      : null,
  )

async function ask(ctx: Context, { row, source }: PaymentWithSource, bill: PaymentBill, return_url: string | null) {
  const answer = await paymentPort(ctx, row).authorise(row, source, bill, return_url)
  if (answer.kind === 'redirect' && return_url === null)
    throw new PaymentRefused('authentication', 'the provider wants the customer')
  return answer
}

/**
 * Authorises a claimed attempt whose subject is loaded, while the customer is absent. The caller writes the result.
 * null: the provider did not respond.
 */
export async function authoriseWithoutCustomer(
  ctx: Context,
  chosen: PaymentWithSource,
  bill: PaymentBill,
): Promise<Authorisation | PaymentRefused | null> {
  try {
    return await ask(ctx, chosen, bill, null)
  } catch (error) {
    if (error instanceof PaymentRefused) return error
    if (!(error instanceof PaymentUnavailable)) throw error
    noteSilence(ctx, chosen.row, error)
    return null
  }
}

const noteSilence = ({ log }: Context, { provider_order_id: number }: PaymentRow, { info }: PaymentUnavailable) =>
  log.warn({ payment: number, info }, 'payment provider unavailable')

/**
 * Authorises after the browser has returned. If the response is lost, the provider's record decides. `brought`: what the
 * browser brought with it.
 */
export async function authoriseAfterReturn<S>(
  ctx: Context,
  payee: PaymentSubject<S>,
  claimed: PaymentRow,
  brought: PaymentReference = {},
): Promise<PaymentOutcome> {
  const work = async () => {
    if (claimed.state === 'returned') return find(ctx, claimed)
    const reference = { ...claimed.reference, ...brought }
    const returned = await recordPayment(ctx.db, ctx, claimed, 'returned', { reference })
    return paymentPort(ctx, returned)
      .finish(returned)
      .catch((error: unknown) => {
        if (error instanceof PaymentUnavailable) return find(ctx, returned)
        throw error
      })
  }
  return follow(ctx, payee, claimed, false, work)
}

/** Decides an attempt whose response was lost, or that was under review, by the provider's own record. */
export const decidePaymentFromRecord = <S>(
  ctx: Context,
  payee: PaymentSubject<S>,
  claimed: PaymentRow,
  { isAway = false } = {},
): Promise<PaymentOutcome> => follow(ctx, payee, claimed, isAway, () => find(ctx, claimed))

/** Returns the provider's record as an authorisation. @throws PaymentRefused, PaymentUnavailable */
async function find(ctx: Context, claimed: PaymentRow): Promise<Authorisation> {
  const port = paymentPort(ctx, claimed)
  const state = claimed.state
  const trade = await port.find(claimed)
  switch (paymentRecoveryAction(state, trade)) {
    case 'settle':
      return { kind: 'authorised', ...moneyColumnsOfRecord(trade!) }
    case 'finish':
      return port.finish(claimed)
    case 'hold':
      if (ctx.clock.today() <= reviewEndsOn(claimed.created_at))
        return { kind: 'held', reasons: [], reference: trade!.reference }
      // The customer was promised a result by now, and the stock can't be reserved for ever.
      await port.void({ ...claimed, reference: trade!.reference })
      throw new PaymentRefused('examination', 'held too long')
    case 'await':
      return stillAwaited(ctx, claimed, trade!)
    default:
      // Where the customer pays at the provider itself, nobody may pay for a given up order.
      if (trade?.state === 'waiting') await port.void({ ...claimed, reference: trade.reference })
      throw new PaymentRefused(refusalAfterLookup(state, trade), trade?.state ?? 'unknown to the provider')
  }
}

/** Milliseconds after the deadline within which a store may still report a payment made before it. */
const reportedWithinMs = 7_200_000

/**
 * Keeps a payment in 入金待ち until its deadline, then cancels its number. The provider refuses to cancel a number that was
 * paid in the last moment. A partly paid order waits for an operator.
 */
async function stillAwaited(ctx: Context, claimed: PaymentRow, trade: ProviderPaymentRecord): Promise<Authorisation> {
  const awaited = trade.awaited!
  const isInTime = ctx.clock.now().getTime() <= awaited.pay_until.getTime() + reportedWithinMs
  if (isInTime || transferredAmount(trade) > 0) return { kind: 'awaiting', awaited, ...moneyColumnsOfRecord(trade) }
  await paymentPort(ctx, claimed).void({ ...claimed, reference: trade.reference })
  throw new PaymentRefused('expired', 'not paid in time')
}

async function follow<S>(
  ctx: Context,
  payee: PaymentSubject<S>,
  claimed: PaymentRow,
  isAway: boolean,
  work: () => Promise<Authorisation>,
): Promise<PaymentOutcome> {
  try {
    return await recordPaymentAnswer(ctx, payee, claimed, isAway, await work())
  } catch (error) {
    if (error instanceof PaymentRefused) return recordPaymentAnswer(ctx, payee, claimed, isAway, error)
    if (error instanceof PaymentStateChangedError) return { kind: 'moved' }
    if (!(error instanceof PaymentUnavailable)) throw error
    noteSilence(ctx, claimed, error)
    return { kind: 'unknown' }
  }
}

/**
 * Writes the provider's answer and its effect on the subject in one transaction. Writing it again changes nothing. An
 * attempt that was given up meanwhile stays so, and its authorisation is marked to be voided.
 */
export async function recordPaymentAnswer<S>(
  ctx: Context,
  payee: PaymentSubject<S>,
  claimed: PaymentRow,
  isAway: boolean,
  answer: Authorisation | PaymentRefused,
): Promise<PaymentOutcome> {
  if (!(answer instanceof PaymentRefused) && answer.kind === 'redirect') {
    const { redirect_url, return_key, reference } = answer
    await recordPayment(ctx.db, ctx, claimed, 'redirected', { redirect_url, return_key, reference })
    return { kind: 'redirect', redirect_url }
  }
  return runInTransaction(ctx, async (tx, inside): Promise<PaymentOutcome> => {
    const { subject, waits } = await payee.lock(tx, claimed)
    const [current] = await tx.select().from(payment).where(sameRowCondition(payment, claimed)).for('update')
    if (answer instanceof PaymentRefused) {
      const row = current!
      // Claimed anew: the attempt that is under way now decides.
      if (!isPaymentOpen(row.state) || row.claim_no !== claimed.claim_no) return { kind: 'moved' }
      const { refusal, info } = answer
      // A consent that the browser brought is kept once, with its link.
      const { user_authorization_id: _, ...reference } = row.reference
      const failed = await recordPayment(tx, inside, row, 'failed', { refusal, error: info, reference })
      if (waits)
        await payee.declined(
          tx,
          inside,
          subject,
          failed,
          answer,
          isAway || row.state === 'held' || row.state === 'awaiting',
        )
      return { kind: 'declined', refusal }
    }
    const { reference } = answer
    const transfers = ('transfers' in answer && answer.transfers) || []
    const { row, received } = await receiveTransfers(tx, inside, current!, transfers)
    const isPrepaid = isPrepaidMethod(row.payment_method_id)
    const isMoney = isPrepaid && (answer.kind === 'authorised' || row.captured_amount > 0)
    if (!isPaymentOpen(row.state) || !waits) {
      if (isMoney) {
        if (isUnrecordedMoney(row)) await recordLatePrepayment(tx, inside, { ...row, reference })
        return { kind: 'moved' }
      }
      // Left to the job: the authorisation under this number at the provider pays for nothing.
      if (mustVoidLateAuthorisation(row.state)) await recordPayment(tx, inside, row, 'void_pending', { reference })
      return { kind: 'moved' }
    }
    if (answer.kind === 'authorised') {
      const captured_amount = isPaidByBankTransfers(row.payment_method_id) ? row.captured_amount : row.amount
      const { captured_on_charge = false } = answer
      const paid =
        isPrepaid || captured_on_charge
          ? await recordPayment(tx, inside, row, 'captured', { reference, captured_amount, captured_on_charge })
          : await recordPayment(tx, inside, row, 'authorised', {
              reference,
              capture_until: answer.capture_until ?? null,
            })
      await payee.authorised(tx, inside, subject, paid)
      return { kind: 'authorised' }
    }
    if (answer.kind === 'awaiting') {
      const waiting =
        row.state === 'awaiting'
          ? row
          : await recordPayment(tx, inside, row, 'awaiting', { reference, ...answer.awaited })
      if (row.state !== 'awaiting') await payee.awaiting?.(tx, inside, subject, waiting)
      if (received > 0) await payee.partlyPaid?.(tx, inside, subject, waiting)
      return { kind: 'awaiting' }
    }
    if (row.state !== 'held')
      await payee.underReview(tx, inside, subject, await recordPayment(tx, inside, row, 'held', { reference }))
    return { kind: 'under_review' }
  })
}
