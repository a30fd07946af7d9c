import { paymentMethod } from '@kushi/values/payment-method'
import type { QueryContext } from '../../../context.ts'
import { listPaymentMethods } from '../../payment/index.ts'
import { isPayableByLink } from '../rules/pay-link.ts'

/** Returns the shop's visible payment methods by which a mail's link can pay. */
export async function listPayLinkMethods(ctx: QueryContext) {
  const { items } = await listPaymentMethods(ctx, { visible: true })
  return items
    .filter(({ payment_method_id }) => isPayableByLink(payment_method_id))
    .map((one) => ({
      ...one,
      payment_method_id: paymentMethod(one.payment_method_id).id,
      // The shop's text of a way with a fee may name it, and the link adds none.
      description: one.fee > 0 ? '' : one.description,
    }))
}
