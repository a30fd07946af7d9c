import { expect, test } from 'vitest'
import { kamakuraAddress, type NewOrderInput, testOrderDraft } from '../../../testing/order.ts'
import { requestDigest } from './request-digest.ts'

const request: NewOrderInput = {
  ...testOrderDraft(),
  idempotency_key: 'key-0123456789abcdef',
  card: null,
  amazon: null,
  shown: {
    payment_total: 3410,
    following_payment_total: null,
    first_delivery_date: '2026-11-26',
    next_delivery_date: null,
    next_next_delivery_date: null,
    terms_version: '2026-04-01',
    shown_at: '2026-11-21T03:00:00Z',
    text: '',
  },
  third_party_consent: false,
  adcd: null,
  abmtcd: null,
  ad_user_id: null,
  ad_visit: null,
}
const digest = (more: Partial<NewOrderInput>) => requestDigest({ ...request, ...more })
const pattern = { subscription_division_id: 3, param1: 30, param2: null, param3: null } as const

test.each<[string, Partial<NewOrderInput>]>([
  ['goods', { items: [{ product_sku_id: 102, quantity: 1, revision: 1 }] }],
  ['quantity', { items: [{ product_sku_id: 101, quantity: 2, revision: 1 }] }],
  ['subscription', { is_subscription: true }],
  ['address', { shipping_address: { ...kamakuraAddress, addr02: '0-0-2' } }],
  ['notes', { delivery_notes: '玄関前' }],
  ['method', { delivery_id: 2 }],
  ['date', { delivery_date: '2026-11-27' }],
  ['time', { delivery_time_id: 1 }],
  ['payment', { payment_method_id: 1 }],
  ['pattern', { delivery_pattern: pattern }],
  ['total', { shown: { ...request.shown, payment_total: 1 } }],
])('another %s is another order', (_, more) => {
  expect(digest(more)).not.toBe(requestDigest(request))
})

test('another pattern parameter is another order', () => {
  expect(digest({ delivery_pattern: pattern })).not.toBe(digest({ delivery_pattern: { ...pattern, param1: 31 } }))
})

test('card, key, time of the screen and the order of the address’s fields are not part of it', () => {
  const again = digest({
    card: { token: 'other', save_card: true },
    idempotency_key: 'key-fedcba9876543210',
    shown: { ...request.shown, shown_at: '2026-11-21T03:05:00Z' },
    shipping_address: Object.fromEntries(Object.entries(kamakuraAddress).reverse()) as typeof kamakuraAddress,
  })
  expect(again).toBe(requestDigest(request))
})
