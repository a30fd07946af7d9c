import type { CardChoice } from '@kushi/contract/order'
import type { Answer, MemberContext } from '../context.ts'
import { shopUrl } from '../setting/shop-url.ts'
import { ShopError } from '../shop-error.ts'
import { CardAlreadyEntered, CardRefused, type CardTrade, CardUnavailable } from './card-port.ts'
import { claimPayment, lease, type PaymentRow, releasePayment } from './claim-payment.ts'
import { concludePayment } from './conclude-payment.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'
import { PaymentMoved, recordPayment } from './record-payment.ts'
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
  const claimed = await claimPayment(ctx.db, orderNo, ['intent', 'entered', 'returned'])
  if (!claimed) return waitForPayment(ctx, orderNo)
  try {
    return await advance(ctx, claimed, card)
  } catch (error) {
    if (error instanceof CardRefused) return refusePayment(ctx, claimed, error.refusal, error.info)
    if (error instanceof PaymentMoved) return waitForPayment(ctx, orderNo)
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
  let entered = claimed.state === 'intent' ? await enter(ctx, claimed) : null
  if (!entered) {
    const trade = await ctx.ports.card.search(claimed.provider_order_id)
    if (!trade || afterSearch(trade) !== 'execute') return concludePayment(ctx, claimed, trade)
    entered = await adopt(ctx, claimed, trade)
  }
  if (!card) return refusePayment(ctx, entered, 'reenter', 'no card')
  const { provider_order_id } = entered
  const answer = await ctx.ports.card.execute({
    access_id: entered.access_id!,
    access_pass: entered.access_pass!,
    provider_order_id,
    card: 'token' in card ? { token: card.token } : { gmo_id: await ensureGmoMember(ctx), card_seq: card.card_seq },
    return_url: `${shopUrl(ctx.settings, ctx.shop_id)}/v1/payment/gmo/return`,
  })
  if (answer.kind === 'approved') return settlePayment(ctx, entered, answer)
  const { redirect_url } = answer
  await recordPayment(ctx.db, entered, 'redirected', { redirect_url, claimed_until: null })
  return { order_no: provider_order_id, status: 'payment_pending', redirect_url, payment_message: null }
}

/** EntryTran; null: it was made before, its answer lost. */
async function enter(ctx: MemberContext, claimed: PaymentRow): Promise<PaymentRow | null> {
  const { provider_order_id, amount } = claimed
  try {
    const access = await ctx.ports.card.enter({ provider_order_id, amount, job: 'AUTH' })
    return await recordPayment(ctx.db, claimed, 'entered', { ...access, claimed_until: lease() })
  } catch (error) {
    if (error instanceof CardAlreadyEntered) return null
    throw error
  }
}

/** The key of a transaction that an earlier request entered. */
async function adopt(ctx: MemberContext, claimed: PaymentRow, trade: CardTrade): Promise<PaymentRow> {
  const access = { access_id: trade.access_id, access_pass: trade.access_pass }
  if (claimed.state === 'entered') return { ...claimed, ...access }
  return recordPayment(ctx.db, claimed, 'entered', { ...access, claimed_until: lease() })
}
