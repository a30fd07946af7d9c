import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { expect, test } from 'vitest'
import { canAddGoodsAfterOrder, type PlacedOrderFacts } from './post-purchase-offer.ts'

const placed: PlacedOrderFacts = {
  status: 'received',
  is_subscription: false,
  is_replacement: false,
  is_wrapped: false,
  is_own_address: true,
  is_placed_by_member: true,
  payment_method_id: PAYMENT_METHOD.credit_card,
  payment_state: 'authorised',
  is_on_hold: false,
  is_packed: false,
  is_held: false,
}

test.each<[string, Partial<PlacedOrderFacts>, boolean]>([
  ['a card', {}, true],
  ['代引', { payment_method_id: PAYMENT_METHOD.cash_on_delivery }, true],
  // A higher amount is a new charge after the first was given back.
  ['Amazon Pay', { payment_method_id: PAYMENT_METHOD.amazon_pay }, false],
  ['PayPay', { payment_method_id: PAYMENT_METHOD.paypay }, false],
  // A higher amount is examined anew, perhaps by a person.
  ['NP後払い', { payment_method_id: PAYMENT_METHOD.np }, false],
  ['GMO後払い', { payment_method_id: PAYMENT_METHOD.deferred }, false],
  ['コンビニ払い', { payment_method_id: PAYMENT_METHOD.konbini, payment_state: 'captured' }, false],
  ['a payment that is examined', { status: 'payment_pending', payment_state: 'held' }, false],
  ['a payment that was taken', { payment_state: 'captured' }, false],
  ['nothing to pay', { payment_state: null }, false],
  ['payments on hold', { is_on_hold: true }, false],
  ['an order that is prepared', { status: 'arranged' }, false],
  ['an order with a parcel', { is_packed: true }, false],
  ['an order that is held', { is_held: true }, false],
  ['a cancelled order', { status: 'cancelled' }, false],
  ['a 定期便', { is_subscription: true }, false],
  ['a 再送', { is_replacement: true }, false],
  ['a wrapped order', { is_wrapped: true }, false],
  ['an order to somebody else', { is_own_address: false }, false],
  ['an order by an operator', { is_placed_by_member: false }, false],
])('after %s', (_, change, isAdded) => {
  expect(canAddGoodsAfterOrder({ ...placed, ...change })).toBe(isAdded)
})
