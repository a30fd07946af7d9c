import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Context } from '../context.ts'
import { claimPayment, type PaymentRow, releasePayment } from '../payment/claim-payment.ts'
import { infoOf, refusalOf } from '../payment/conclude-payment.ts'
import { heldTooLong } from '../payment/held-too-long.ts'
import { type LoadedPayment, loadPaymentOrder } from '../payment/load-payment-order.ts'
import {
  type Authorisation,
  type PaymentPort,
  PaymentRefused,
  type PaymentSource,
  PaymentUnavailable,
} from '../payment/payment-port.ts'
import { paymentPort } from '../payment/payment-ports.ts'
import { PaymentMoved } from '../payment/record-payment.ts'
import { afterFinding } from '../payment/rules/after-finding.ts'
import { holdPayment } from '../payment/settle-payment.ts'
import { failDelivery, settleDelivery } from './settle-delivery.ts'
import type { Arranged } from './write-delivery.ts'

type Result = Arranged['result']

/**
 * Charges a delivery to what the subscription is paid with, while nobody is there (merchant-initiated). Goes on where an
 * earlier attempt was cut off: what the provider knows of our number decides, so nothing is asked for twice.
 */
export async function chargeDelivery(ctx: Context, providerOrderId: string): Promise<Result> {
  const claimed = await claimPayment(ctx.db, providerOrderId, ['intent', 'held'])
  if (!claimed) return 'passed'
  try {
    const port = paymentPort(ctx, claimed)
    return await (claimed.state === 'held' ? askAgain(ctx, port, claimed) : charge(ctx, port, claimed))
  } catch (error) {
    if (error instanceof PaymentRefused) return failDelivery(ctx, claimed, error.refusal, error.info)
    if (error instanceof PaymentMoved) return 'passed'
    await releasePayment(ctx.db, claimed.id)
    if (!(error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ payment_id: claimed.id, info: error.info }, 'payment provider unavailable; the next run asks again')
    return 'open'
  }
}

async function charge(ctx: Context, port: PaymentPort, claimed: PaymentRow): Promise<Result> {
  const loaded = await loadPaymentOrder(ctx, claimed.order_id)
  const source = sourceOf(claimed, loaded)
  if (typeof source === 'string') return failDelivery(ctx, claimed, source, '')
  return follow(ctx, claimed, await port.authorise(claimed, source, loaded.order, null))
}

async function follow(ctx: Context, claimed: PaymentRow, answer: Authorisation): Promise<Result> {
  if (answer.kind === 'authorised') return settleDelivery(ctx, claimed, answer.reference)
  if (answer.kind === 'redirect') return failDelivery(ctx, claimed, 'authentication', 'the provider wants the customer')
  await holdPayment(ctx, claimed, answer.reference)
  return 'open'
}

/** How the examination went. */
async function askAgain(ctx: Context, port: PaymentPort, claimed: PaymentRow): Promise<Result> {
  const trade = await port.find(claimed)
  const after = afterFinding('held', trade)
  if (after === 'settle') return settleDelivery(ctx, claimed, trade!.reference)
  if (after === 'give_up') return failDelivery(ctx, claimed, refusalOf(claimed, trade), infoOf(trade))
  if (await heldTooLong(ctx, claimed)) {
    await port.void({ ...claimed, reference: trade!.reference })
    return failDelivery(ctx, claimed, 'examination', 'held too long')
  }
  await releasePayment(ctx.db, claimed.id)
  return 'open'
}

/** 支払い元 of a later delivery, or why there is none. */
function sourceOf(claimed: PaymentRow, loaded: LoadedPayment): PaymentSource | 'no_card' | 'agreement_closed' {
  const { gmo_id, charge_permission_id } = loaded
  const { card_seq } = claimed
  switch (claimed.payment_method_id) {
    case PAYMENT_METHOD.credit_card:
      return gmo_id === null || card_seq === null ? 'no_card' : { kind: 'saved_card', gmo_id, card_seq }
    case PAYMENT_METHOD.amazon_pay:
      return charge_permission_id === null ? 'agreement_closed' : { kind: 'amazon_permission', charge_permission_id }
    default:
      return { kind: 'invoice' }
  }
}
