import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { MemberContext } from '../context.ts'
import { paymentFailures } from './check-payment-of.ts'
import type { Loaded, SubscriptionRow } from './load-subscription.ts'
import { priceDelivery } from './price-delivery.ts'

/** 代金引換 that can't be had any more becomes NP後払い, where that is offered; other methods stay. */
export async function paymentAfterReopening(ctx: MemberContext, loaded: Loaded): Promise<Partial<SubscriptionRow>> {
  const { row } = loaded
  if (row.payment_method_id !== PAYMENT_METHOD.cash_on_delivery) return {}
  const { summary } = await priceDelivery(ctx, loaded)
  const isPossible = async (method: Pick<SubscriptionRow, 'payment_method_id'>) =>
    (await paymentFailures(ctx, { ...row, ...method }, summary.payment_total, summary.delivery_id)).length === 0
  const np = { payment_method_id: PAYMENT_METHOD.np }
  return !(await isPossible(row)) && (await isPossible(np)) ? np : {}
}
