import type { Context } from '../context.ts'
import type { PaymentRow } from './claim-payment.ts'
import { heldTooLong } from './held-too-long.ts'
import { type Authorisation, PaymentRefused, type PaymentTrade } from './payment-port.ts'
import { paymentPort } from './payment-ports.ts'
import { type Placed, placedOrder } from './placed-order.ts'
import { recordPayment } from './record-payment.ts'
import { afterFinding } from './rules/after-finding.ts'
import type { PaymentState } from './rules/payment-state.ts'
import { holdPayment, refusePayment, settlePayment } from './settle-payment.ts'

/** Does what the provider's answer to an attempt means. */
export async function followAuthorisation(ctx: Context, claimed: PaymentRow, answer: Authorisation): Promise<Placed> {
  if (answer.kind === 'authorised') return settlePayment(ctx, claimed, answer.reference)
  if (answer.kind === 'held') return holdPayment(ctx, claimed, answer.reference)
  const { redirect_url, return_key, reference } = answer
  const set = { redirect_url, return_key, reference, claimed_until: null }
  const { state } = await recordPayment(ctx.db, claimed, 'redirected', set)
  return placedOrder({ order_no: claimed.provider_order_id, status: 'payment_pending', state, redirect_url })
}

/** Asks for the money after the browser is back and does what the answer means. @throws PaymentUnavailable */
export async function finishPayment(ctx: Context, claimed: PaymentRow, isAway = false): Promise<Placed> {
  try {
    return await followAuthorisation(ctx, claimed, await paymentPort(ctx, claimed).finish(claimed))
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return refusePayment(ctx, claimed, error, { isAway })
  }
}

/**
 * Decides an attempt whose answer was lost, by the provider's own record of it. `isAway`: nobody waits for how it ends.
 * @throws PaymentUnavailable
 */
export async function concludePayment(ctx: Context, claimed: PaymentRow, { isAway = false } = {}): Promise<Placed> {
  const trade = await paymentPort(ctx, claimed).find(claimed)
  const after = afterFinding(claimed.state as PaymentState, trade)
  if (after === 'settle') return settlePayment(ctx, claimed, trade!.reference)
  if (after === 'hold') {
    if (!(await heldTooLong(ctx, claimed))) return holdPayment(ctx, claimed, trade!.reference)
    await paymentPort(ctx, claimed).void({ ...claimed, reference: trade!.reference })
    return refusePayment(ctx, claimed, { refusal: 'examination', info: 'held too long' }, { isAway })
  }
  if (after === 'finish') return finishPayment(ctx, claimed, isAway)
  return refusePayment(ctx, claimed, { refusal: refusalOf(claimed, trade), info: infoOf(trade) }, { isAway })
}

/** What was under examination and is not any more was refused by it. */
export const refusalOf = ({ state }: Pick<PaymentRow, 'state'>, trade: PaymentTrade | null) =>
  state === 'held' && trade ? 'examination' : 'abandoned'

export const infoOf = (trade: PaymentTrade | null): string => trade?.state ?? 'unknown to the provider'
