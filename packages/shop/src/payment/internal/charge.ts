import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { payment } from '@kushi/db/schema/payment'
import type { Context } from '../../context.ts'
import {
  type Authorisation,
  type PaymentOrder,
  type PaymentRefusal,
  PaymentRefused,
  type PaymentSource,
  PaymentUnavailable,
} from '../payment-port.ts'
import { paymentPort } from '../payment-ports.ts'
import { afterFinding, refusalAfter } from '../rules/after-finding.ts'
import { isLate, isOpen, type PaymentState } from '../rules/payment-state.ts'
import { heldUntil } from '../rules/refusal-message.ts'
import { type PaymentRow, withClaim } from './claim-payment.ts'
import { PaymentMoved, recordPayment } from './record-payment.ts'

/** How an attempt to be paid stands, once what it means is written. */
export type Outcome =
  | { kind: 'authorised' }
  | { kind: 'declined'; refusal: PaymentRefusal }
  /** 審査中: a person at the provider looks at it. */
  | { kind: 'under_review' }
  /** The browser goes there; no money moves before it is back. */
  | { kind: 'redirect'; redirect_url: string }
  /** The provider can't be asked now: the same may be asked again. Nothing was written. */
  | { kind: 'unknown' }
  /** Another process decided it, or what it was for waits no more: read how that stands. */
  | { kind: 'moved' }

/**
 * What the money is for, to the feature that asked for it. Payment itself knows a number, an amount and a source. Each of the
 * last three runs once per attempt, in the transaction that writes its state.
 */
export interface Payee<Subject> {
  /** Locks what is paid for, always before the payment, so that two never wait for each other. `waits`: it wants the money still. */
  lock(tx: Tx, row: PaymentRow): Promise<{ subject: Subject; waits: boolean }>
  /** What the provider is told. */
  bill(ctx: Context, row: PaymentRow): Promise<PaymentOrder>
  authorised(tx: Tx, ctx: Context, subject: Subject, row: PaymentRow): Promise<void>
  /** `isAway`: there is no screen that tells it. */
  declined(
    tx: Tx,
    ctx: Context,
    subject: Subject,
    row: PaymentRow,
    refused: PaymentRefused,
    isAway: boolean,
  ): Promise<void>
  underReview(tx: Tx, ctx: Context, subject: Subject, row: PaymentRow): Promise<void>
}

interface Chosen {
  row: PaymentRow
  source: PaymentSource
}

interface Charge {
  number: string
  /** 支払い元, of the row as it stands when it is claimed; null: nothing of the kind is there, so only what was begun is looked up. */
  source(row: PaymentRow): Promise<Chosen | null>
  /** Where the browser comes back to; null: nobody is there. */
  return_url: string | null
}

/**
 * 与信: asks for the money of an attempt, or goes on where an earlier request was cut off: what the provider knows of our
 * number decides, so nothing is asked for twice. null: another process is at it, or it is decided.
 */
export async function authorisePayment<S>(ctx: Context, payee: Payee<S>, charge: Charge): Promise<Outcome | null> {
  const done = await withClaim(
    ctx,
    { shop_id: ctx.shop_id, provider_order_id: charge.number },
    ['intent', 'returned'],
    (claimed) =>
      follow(ctx, payee, claimed, false, async () => {
        const chosen = claimed.state === 'returned' ? null : await charge.source(claimed)
        if (!chosen) return find(ctx, claimed)
        return ask(ctx, chosen, await payee.bill(ctx, chosen.row), charge.return_url)
      }),
  )
  return done?.result ?? null
}

async function ask(ctx: Context, { row, source }: Chosen, bill: PaymentOrder, return_url: string | null) {
  const answer = await paymentPort(ctx, row).authorise(row, source, bill, return_url)
  if (answer.kind === 'redirect' && return_url === null)
    throw new PaymentRefused('authentication', 'the provider wants the customer')
  return answer
}

/**
 * The same of an attempt that is claimed, while nobody is there and what it is for is loaded. What the answer means is still to be written, by
 * `recordAnswer` or of many together. null: there was none.
 */
export async function askUnattended(
  ctx: Context,
  chosen: Chosen,
  bill: PaymentOrder,
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

/** Asks for the money after the browser is back; where the answer is lost, the provider's record decides. */
export async function finishPayment<S>(ctx: Context, payee: Payee<S>, claimed: PaymentRow): Promise<Outcome> {
  const work = async () => {
    if (claimed.state === 'returned') return find(ctx, claimed)
    const returned = await recordPayment(ctx.db, ctx, claimed, 'returned')
    return paymentPort(ctx, returned)
      .finish(returned)
      .catch((error: unknown) => {
        if (error instanceof PaymentUnavailable) return find(ctx, returned)
        throw error
      })
  }
  return follow(ctx, payee, claimed, false, work)
}

/** Decides an attempt whose answer was lost, or that was under examination, by the provider's own record of it. */
export const concludePayment = <S>(
  ctx: Context,
  payee: Payee<S>,
  claimed: PaymentRow,
  { isAway = false } = {},
): Promise<Outcome> => follow(ctx, payee, claimed, isAway, () => find(ctx, claimed))

/** The provider's record, as an answer. @throws PaymentRefused, PaymentUnavailable */
async function find(ctx: Context, claimed: PaymentRow): Promise<Authorisation> {
  const port = paymentPort(ctx, claimed)
  const state = claimed.state as PaymentState
  const trade = await port.find(claimed)
  switch (afterFinding(state, trade)) {
    case 'settle':
      return { kind: 'authorised', reference: trade!.reference }
    case 'finish':
      return port.finish(claimed)
    case 'hold':
      if (ctx.clock.today() <= heldUntil(claimed.created_at))
        return { kind: 'held', reasons: [], reference: trade!.reference }
      // Longer than the customer was told: the goods can't be kept for ever.
      await port.void({ ...claimed, reference: trade!.reference })
      throw new PaymentRefused('examination', 'held too long')
    default:
      throw new PaymentRefused(refusalAfter(state, trade), trade?.state ?? 'unknown to the provider')
  }
}

async function follow<S>(
  ctx: Context,
  payee: Payee<S>,
  claimed: PaymentRow,
  isAway: boolean,
  work: () => Promise<Authorisation>,
): Promise<Outcome> {
  try {
    return await recordAnswer(ctx, payee, claimed, isAway, await work())
  } catch (error) {
    if (error instanceof PaymentRefused) return recordAnswer(ctx, payee, claimed, isAway, error)
    if (error instanceof PaymentMoved) return { kind: 'moved' }
    if (!(error instanceof PaymentUnavailable)) throw error
    noteSilence(ctx, claimed, error)
    return { kind: 'unknown' }
  }
}

/**
 * Writes what an answer means, in one transaction with what it is for. Said twice it changes nothing the second time. What
 * was given up meanwhile is not revived: its authorisation is marked to be voided.
 */
export async function recordAnswer<S>(
  ctx: Context,
  payee: Payee<S>,
  claimed: PaymentRow,
  isAway: boolean,
  answer: Authorisation | PaymentRefused,
): Promise<Outcome> {
  if (!(answer instanceof PaymentRefused) && answer.kind === 'redirect') {
    const { redirect_url, return_key, reference } = answer
    await recordPayment(ctx.db, ctx, claimed, 'redirected', { redirect_url, return_key, reference })
    return { kind: 'redirect', redirect_url }
  }
  // What a payee wants done afterwards reads what is written here, so it waits for the commit.
  const later: Parameters<Context['afterwards']>[0][] = []
  const inside: Context = { ...ctx, afterwards: (work) => void later.push(work) }
  const outcome = await ctx.db.transaction(async (tx): Promise<Outcome> => {
    const { subject, waits } = await payee.lock(tx, claimed)
    const [current] = await tx.select().from(payment).where(isRow(payment, claimed)).for('update')
    const row = current!
    if (answer instanceof PaymentRefused) {
      if (!isOpen(row.state)) return { kind: 'moved' }
      const { refusal, info } = answer
      const failed = await recordPayment(tx, ctx, row, 'failed', { refusal, error: info })
      if (waits) await payee.declined(tx, inside, subject, failed, answer, isAway || row.state === 'held')
      return { kind: 'declined', refusal }
    }
    const { reference } = answer
    if (!isOpen(row.state) || !waits) {
      // For the job: what stands at the provider under this number pays for nothing.
      if (isLate(row.state)) await recordPayment(tx, ctx, row, 'void_pending', { reference })
      return { kind: 'moved' }
    }
    if (answer.kind === 'authorised') {
      await payee.authorised(tx, inside, subject, await recordPayment(tx, ctx, row, 'authorised', { reference }))
      return { kind: 'authorised' }
    }
    if (row.state !== 'held')
      await payee.underReview(tx, inside, subject, await recordPayment(tx, ctx, row, 'held', { reference }))
    return { kind: 'under_review' }
  })
  for (const work of later) ctx.afterwards(work)
  return outcome
}
