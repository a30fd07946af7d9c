import { isCash, PAYMENT_METHOD_IDS, paymentMethod } from '@kushi/values/payment-method'
import type { MemberContext } from '../../context.ts'
import { paymentFailures } from './check-payment-of.ts'
import type { Loaded, SubscriptionRow } from './load-subscription.ts'
import { priceDelivery } from './price-delivery.ts'

/** 代金引換 that can't be had any more becomes what follows it (NP後払い), where that is offered; other methods stay. */
export async function paymentAfterReopening(ctx: MemberContext, loaded: Loaded): Promise<Partial<SubscriptionRow>> {
  const { row } = loaded
  if (!isCash(row.payment_method_id)) return {}
  const { summary } = await priceDelivery(ctx, loaded)
  const isPossible = async (method: Pick<SubscriptionRow, 'payment_method_id'>) =>
    (await paymentFailures(ctx, { ...row, ...method }, summary.payment_total, summary.delivery_id)).length === 0
  if (await isPossible(row)) return {}
  for (const payment_method_id of PAYMENT_METHOD_IDS)
    if (paymentMethod(payment_method_id).follows_cash && (await isPossible({ payment_method_id })))
      return { payment_method_id }
  return {}
}
