import type { Answer, Context } from '../context.ts'
import { CardRefused, type CardTrade } from './card-port.ts'
import type { PaymentRow } from './claim-payment.ts'
import { afterSearch } from './rules/after-search.ts'
import { refusePayment, settlePayment } from './settle-payment.ts'

type Placed = Answer<'POST /v1/order/public/new'>

/** Asks for the money after 3-D Secure (SecureTran2) and does what the answer means. @throws CardUnavailable */
export async function finishPayment(ctx: Context, claimed: PaymentRow): Promise<Placed> {
  const access = { access_id: claimed.access_id!, access_pass: claimed.access_pass! }
  try {
    return await settlePayment(ctx, claimed, await ctx.ports.card.finish(access))
  } catch (error) {
    if (!(error instanceof CardRefused)) throw error
    return refusePayment(ctx, claimed, error.refusal, error.info)
  }
}

/**
 * Decides an attempt whose answer was lost, by the provider's own record of it. Only a browser that is back from 3-D Secure
 * is still asked money for; where nobody came back, or nothing was begun, the order is given up.
 */
export async function concludePayment(ctx: Context, claimed: PaymentRow, trade: CardTrade | null): Promise<Placed> {
  const after = afterSearch(trade)
  if (after === 'authorised') return settlePayment(ctx, claimed, trade!)
  if (after === 'waiting' && claimed.state === 'returned') return finishPayment(ctx, claimed)
  return refusePayment(ctx, claimed, 'abandoned', trade?.status ?? 'unknown to the provider')
}
