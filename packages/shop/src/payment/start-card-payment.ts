import type { CardChoice } from '@kushi/contract/order'
import { payment } from '@kushi/db/schema/payment'
import { eq } from 'drizzle-orm'
import type { Answer, MemberContext } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { CardAlreadyEntered, CardRefused, CardUnavailable } from './card-port.ts'
import { claimPayment, type PaymentRow, releasePayment } from './claim-payment.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'
import { recordPayment } from './record-payment.ts'
import { afterSearch } from './rules/after-search.ts'
import { refusePayment, settlePayment } from './settle-payment.ts'
import { waitForPayment } from './wait-for-payment.ts'

type Placed = Answer<'POST /v1/order/public/new'>

/**
 * Brings the card payment of a pending order on its way, or goes on where an earlier request was cut off.
 * The order number is the key at the provider too, so nothing is asked for twice.
 * @throws ShopError 503 ERROR_PAYMENT_UNAVAILABLE when the provider can't be asked; the same request may be sent again.
 */
export async function startCardPayment(ctx: MemberContext, orderNo: string, card: CardChoice | null): Promise<Placed> {
  const claimed = await claimPayment(ctx.db, orderNo)
  if (!claimed) return waitForPayment(ctx, orderNo)
  if (claimed.state === 'redirected') {
    await releasePayment(ctx.db, claimed.id)
    return placed(orderNo, claimed.redirect_url)
  }
  try {
    return await advance(ctx, claimed, card)
  } catch (error) {
    if (error instanceof CardRefused) return refusePayment(ctx, claimed, error.refusal, error.info)
    await releasePayment(ctx.db, claimed.id)
    if (!(error instanceof CardUnavailable)) throw error
    ctx.log.warn({ order_no: orderNo, info: error.info }, 'card provider unavailable')
    throw new ShopError(
      503,
      'ERROR_PAYMENT_UNAVAILABLE',
      'カード会社と通信できませんでした。少し待って、もう一度ボタンを押してください。二重に請求されることはありません。',
    )
  }
}

async function advance(ctx: MemberContext, claimed: PaymentRow, card: CardChoice | null): Promise<Placed> {
  const access = await enter(ctx, claimed)
  if (access === 'authorised') return settlePayment(ctx, claimed)
  if (access === 'dead') return refusePayment(ctx, claimed, 'abandoned', 'not resumable')
  if (!card) return refusePayment(ctx, claimed, 'reenter', 'no card')
  const answer = await ctx.ports.card.execute({
    ...access,
    provider_order_id: claimed.provider_order_id,
    card: 'token' in card ? { token: card.token } : { gmo_id: await ensureGmoMember(ctx), card_seq: card.card_seq },
    return_url: `${ctx.settings.public_url}/v1/payment/gmo/return`,
  })
  if (answer.kind === 'approved') return settlePayment(ctx, claimed, answer)
  await recordPayment(ctx.db, claimed, 'redirected', { redirect_url: answer.redirect_url, claimed_until: null })
  return placed(claimed.provider_order_id, answer.redirect_url)
}

/** EntryTran, or what became of an earlier one. */
async function enter(ctx: MemberContext, claimed: PaymentRow) {
  const { provider_order_id, amount } = claimed
  try {
    if (claimed.state === 'intent') {
      const access = await ctx.ports.card.enter({ provider_order_id, amount, job: 'AUTH' })
      await recordPayment(ctx.db, claimed, 'entered', access)
      return access
    }
  } catch (error) {
    if (!(error instanceof CardAlreadyEntered)) throw error
  }
  const trade = await ctx.ports.card.search(provider_order_id)
  const next = afterSearch(trade)
  if (next === 'authorised') return 'authorised'
  if (next !== 'execute' || !trade) return 'dead'
  const access = { access_id: trade.access_id, access_pass: trade.access_pass }
  await ctx.db.update(payment).set(access).where(eq(payment.id, claimed.id))
  return access
}

const placed = (orderNo: string, redirectUrl: string | null): Placed => ({
  order_no: orderNo,
  status: 'payment_pending',
  redirect_url: redirectUrl,
  payment_message: null,
})
