import { expect, test } from 'vitest'
import { orderRefusals } from './order-refusals.ts'

type Facts = Parameters<typeof orderRefusals>[0]
const facts = (more: Partial<Facts>): Facts => ({
  status: 'received',
  cycle: null,
  payment_method_id: 1,
  payment_state: 'authorised',
  captured_on_charge: false,
  replacement_kind: null,
  kept_amount: 0,
  given_back: 0,
  parcels: [],
  ...more,
})
const open = (more: Partial<Facts>) =>
  Object.entries(orderRefusals(facts(more))).flatMap(([name, refusal]) => (refusal === null ? [name] : []))

test.each<[Partial<Facts>, string[]]>([
  [{}, ['cancel', 'change']],
  [{ status: 'arranged', parcels: ['ready'] }, ['cancel', 'change']],
  [{ status: 'arranged', parcels: ['packed'] }, ['cancel', 'address']],
  // Its shipping was interrupted after the capture: it is shipped once more, and then refunded.
  [{ status: 'arranged', parcels: ['packed'], payment_state: 'captured', kept_amount: 1 }, []],
  [{ payment_state: 'captured', kept_amount: 1 }, []],
  // コンビニ払い was paid before: cancelled, but not changed.
  [
    { status: 'arranged', parcels: ['packed'], payment_method_id: 6, payment_state: 'captured', kept_amount: 1 },
    ['cancel'],
  ],
  // So was a 定期便 that is charged when it is arranged.
  [
    {
      ...{ status: 'arranged', cycle: 2, payment_method_id: 5, payment_state: 'captured' },
      ...{ captured_on_charge: true, kept_amount: 1 },
    },
    ['cancel'],
  ],
  [
    { status: 'arranged', parcels: ['shipped', 'ready'], payment_state: 'captured', kept_amount: 1 },
    ['receive', 'parcel_back'],
  ],
  [{ status: 'arranged', parcels: ['returned', 'ready'], payment_state: 'authorised' }, []],
  [{ status: 'payment_error', payment_state: 'failed' }, ['cancel']],
  [{ status: 'payment_pending', payment_state: 'held' }, ['cancel']],
  [{ status: 'payment_pending', payment_state: 'redirected' }, []],
  [{ status: 'payment_pending', payment_state: 'intent', cycle: 2 }, ['cancel']],
  [{ status: 'payment_pending', payment_state: 'intent', cycle: 2, payment_method_id: 2 }, []],
  [{ status: 'received', payment_state: null }, ['cancel', 'change']],
  [
    { status: 'shipped', payment_state: 'captured', kept_amount: 1, parcels: ['shipped'] },
    ['refund', 'receive', 'parcel_back'],
  ],
  [{ status: 'shipped', parcels: ['returned'] }, ['refund']],
  [{ status: 'delivered', payment_state: 'captured', kept_amount: 1, parcels: ['received'] }, ['refund']],
  [{ status: 'delivered', payment_state: 'refunded', parcels: ['received'] }, []],
  [
    { status: 'delivered', payment_method_id: null, parcels: ['received', 'returned'] },
    ['refund', 'parcel_back', 'cash'],
  ],
  [{ status: 'delivered', payment_method_id: null, parcels: ['returned'] }, ['refund', 'cash']],
  [{ status: 'arranged', payment_method_id: null, parcels: ['received', 'ready'] }, ['parcel_back']],
  [
    {
      status: 'delivered',
      payment_method_id: null,
      payment_state: 'captured',
      kept_amount: 1,
      given_back: 1,
      parcels: ['received'],
    },
    ['refund'],
  ],
  [{ status: 'arranged', payment_state: 'captured', kept_amount: 1, parcels: ['received', 'ready'] }, []],
  [{ status: 'shipped', payment_method_id: null, parcels: ['returned'] }, ['refund']],
  [
    { status: 'delivered', payment_method_id: null, payment_state: 'captured', kept_amount: 1, parcels: [] },
    ['refund'],
  ],
  [{ status: 'delivered', payment_method_id: null, payment_state: null, parcels: ['received'] }, ['refund']],
  [{ status: 'returned', payment_state: 'captured', kept_amount: 1, parcels: ['returned'] }, ['refund']],
  [{ status: 'returned', payment_state: 'refunded', parcels: ['returned'] }, []],
  [{ status: 'received', payment_state: null, replacement_kind: 'resend' }, ['cancel']],
  [{ status: 'cancelled', payment_state: 'voided' }, []],
])('%j can %j', (more, names) => {
  expect(open(more)).toEqual(names)
})
