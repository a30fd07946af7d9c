import { isCardPayment, type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'
import { sameSecondWayProblem } from '@kushi/values/second-way'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { QueryContext } from '../../../context.ts'
import { refuseWatchedOrder } from '../../../people/person/index.ts'
import { refusedField } from '../../../shop-error.ts'
import type { secondWayRequested } from '../../checkout/index.ts'
import { fallbackPaymentProblem } from '../rules/second-way.ts'
import { paymentFailures } from './check-payment-of.ts'
import { methodChangeConsentText } from './method-change-consent.ts'

type Ask = typeof secondWayRequested

/**
 * お支払いできないときに使う方法, named with the first order: by the rules of my page, for the later deliveries. `quoted`: the order,
 * if it were paid by it. That the card can be charged is asked of its provider before the order is written.
 * @throws ShopError 422 at `second_way`
 */
export async function assessSecondWay(
  ctx: QueryContext,
  { draft, second_way, quoted, yearly_total }: Parameters<Ask>[1],
): ReturnType<Ask> {
  const payment_method_id: PaymentMethodId = second_way.payment_method_id
  const way = { payment_method_id, card_seq: isCardPayment(payment_method_id) ? second_way.card_seq : null }
  const beginning = { summary_status: SUBSCRIPTION_STATUS.normal }
  const why =
    fallbackPaymentProblem({ row: beginning, yearly_total, dunning: null }) ??
    // The card of the order is known only when it is placed.
    sameSecondWayProblem(way, { ...draft, card_seq: null })
  if (why) throw refusedField('second_way', why)
  refuseWatchedOrder(quoted.effects, way, 'second_way')
  const { later, delivery_id } = quoted.summary
  const row = {
    ...draft.shipping_address,
    ...way,
    shop_id: ctx.shop_id,
    customer_id: ctx.customer_id,
    delivery_notes: draft.delivery_notes,
    charge_permission_id: null,
  }
  const most = Math.max(...later.map(({ payment_total }) => payment_total))
  const [failure] = await paymentFailures(ctx, row, most, delivery_id)
  if (failure) throw refusedField('second_way', failure.message)
  return {
    ...way,
    payment_fees: quoted.agreed.payment_fees,
    payment_name: paymentMethodName(payment_method_id),
    payment_fee: later[0]!.payment_fee,
    consent_text: await methodChangeConsentText(ctx, draft, way),
  }
}
