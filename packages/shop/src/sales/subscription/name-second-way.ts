import { sameSecondWayProblem } from '@kushi/values/second-way'
import type { Handler } from '../../context.ts'
import { refuseWatchedPayment } from '../../people/person/index.ts'
import { invalidFields, refusedField } from '../../shop-error.ts'
import { requireChargeableWay } from '../payment/index.ts'
import { loadSubscriptionDetail } from './get-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { paymentChoiceFailures } from './internal/check-payment-of.ts'
import { loadOwnSubscription } from './internal/load-subscription.ts'
import { requireMethodChangeConsent } from './internal/method-change-consent.ts'
import { priceDelivery } from './internal/price-delivery.ts'
import { fallbackPaymentProblem } from './rules/second-way.ts'

/**
 * お支払いできないときに使う方法: sets or removes the member's fallback payment method, by the rules of お支払い方法の変更. It is charged only
 * after the present method is refused, at the fee that is shown now.
 */
export const setFallbackPayment: Handler<'PATCH /v1/order/subscription/update/{id}/second-way'> = async (
  ctx,
  input,
) => {
  const { id, version, second_way, third_party_consent } = input
  await loadOwnSubscription(ctx, id)
  const card_seq = second_way && (await requireChargeableWay(ctx, second_way))
  await changeSubscription(ctx, {
    id,
    version,
    event: 'second_way_named',
    async apply(inside, loaded) {
      if (second_way === null) return { set: { second_way: null } }
      const { row } = loaded
      const set = { payment_method_id: second_way.payment_method_id, card_seq }
      const why = fallbackPaymentProblem(loaded) ?? sameSecondWayProblem(set, row)
      if (why) throw refusedField('payment_method_id', why)
      if (set.payment_method_id !== row.payment_method_id) await refuseWatchedPayment(inside, set)
      const draft = { ...loaded, row: { ...row, ...set } }
      const quoted = await priceDelivery(inside, draft)
      const failures = await paymentChoiceFailures(inside, draft, quoted)
      if (failures.length > 0) throw invalidFields(failures)
      const detail = await requireMethodChangeConsent(inside, row, set, third_party_consent)
      return { set: { second_way: { ...set, payment_fees: quoted.agreed.payment_fees } }, detail }
    },
  })
  return loadSubscriptionDetail(ctx, id)
}
