import type { CardChoice } from '@kushi/contract/order'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Input, MemberContext } from '../context.ts'
import { shopUrl } from '../setting/shop-url.ts'
import { ShopError } from '../shop-error.ts'
import { followChoice } from './chosen-card.ts'
import { claimPayment, type PaymentRow, releasePayment } from './claim-payment.ts'
import { concludePayment, followAuthorisation } from './conclude-payment.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'
import { loadPaymentOrder } from './load-payment-order.ts'
import { PaymentRefused, type PaymentSource, PaymentUnavailable } from './payment-port.ts'
import { paymentPort } from './payment-ports.ts'
import type { Placed } from './placed-order.ts'
import { PaymentMoved } from './record-payment.ts'
import { refusePayment } from './settle-payment.ts'
import { waitForPayment } from './wait-for-payment.ts'

/** What the browser sends to be paid with. */
export type PaymentChoice = Pick<Input<'POST /v1/order/public/new'>, 'payment_method_id' | 'card' | 'amazon'>

/**
 * Brings the payment of a pending order on its way, or goes on where an earlier request was cut off. The order number is
 * the key at the provider too, so nothing is asked for twice.
 * @throws ShopError 503 ERROR_PAYMENT_UNAVAILABLE when the provider can't be asked; the same request may be sent again.
 */
export async function startPayment(ctx: MemberContext, orderNo: string, choice: PaymentChoice): Promise<Placed> {
  const claimed = await claimPayment(ctx.db, orderNo, ['intent', 'returned'])
  if (!claimed) return waitForPayment(ctx, orderNo)
  try {
    return await advance(ctx, claimed, choice)
  } catch (error) {
    if (error instanceof PaymentRefused) return refusePayment(ctx, claimed, error)
    if (error instanceof PaymentMoved) return waitForPayment(ctx, orderNo)
    await releasePayment(ctx.db, claimed.id)
    if (!(error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ order_no: orderNo, info: error.info }, 'payment provider unavailable')
    throw new ShopError(503, 'ERROR_PAYMENT_UNAVAILABLE', unavailable(claimed))
  }
}

const unavailable = ({ payment_method_id }: PaymentRow) =>
  `${payment_method_id === PAYMENT_METHOD.credit_card ? 'カード会社' : '決済会社'}と通信できませんでした。少し待って、もう一度ボタンを押してください。二重に請求されることはありません。`

async function advance(ctx: MemberContext, claimed: PaymentRow, choice: PaymentChoice): Promise<Placed> {
  const source = await sourceOf(ctx, choice)
  if (!source || claimed.state === 'returned') return concludePayment(ctx, claimed)
  const { order } = await loadPaymentOrder(ctx, claimed.order_id)
  const row = await followChoice(ctx, claimed, choice.card, order.is_subscription)
  const answer = await paymentPort(ctx, row).authorise(row, source, order, returnUrl(ctx, row))
  return followAuthorisation(ctx, row, answer)
}

/** 支払い元 of a purchase; null: nothing of the kind was sent. */
async function sourceOf(ctx: MemberContext, { payment_method_id, card, amazon }: PaymentChoice) {
  switch (payment_method_id) {
    case PAYMENT_METHOD.credit_card:
      return card && (await cardSource(ctx, card))
    case PAYMENT_METHOD.amazon_pay:
      return amazon && ({ kind: 'amazon_session', ...amazon } as const)
    case PAYMENT_METHOD.cash_on_delivery:
      return { kind: 'cash' } as const
    default:
      return { kind: 'invoice' } as const
  }
}

async function cardSource(ctx: MemberContext, card: CardChoice): Promise<PaymentSource> {
  if ('token' in card) return { kind: 'card_token', token: card.token }
  return { kind: 'saved_card', gmo_id: await ensureGmoMember(ctx), card_seq: card.card_seq }
}

/** Where the provider sends the browser back to; see apps/server/src/http/payment-return.ts, to which Amazon's screen leads on. */
const returnUrl = (ctx: MemberContext, { payment_method_id }: PaymentRow) =>
  `${shopUrl(ctx.settings, ctx.shop_id)}${payment_method_id === PAYMENT_METHOD.amazon_pay ? '/sh/redirect/amazon' : '/v1/payment/gmo/return'}`
