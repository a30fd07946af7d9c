import { expect, test } from 'vitest'
import { resendAddress } from './resend-address.ts'

const mail = { kind: 'mail', order_id: null, subscription_id: null, payload: { to: 'old@example.com' } }

test.each([
  ['of an order', { ...mail, order_id: 1 }, 'new@example.com', 'present_address'],
  ['of a subscription', { ...mail, subscription_id: 1 }, 'new@example.com', 'present_address'],
  ['of neither', mail, 'new@example.com', 'former_address'],
  ['to the same address, written otherwise', { ...mail, order_id: 1 }, 'Old@example.com', null],
  ['to who is gone', { ...mail, order_id: 1 }, null, null],
  ['over LINE', { ...mail, kind: 'line', order_id: 1 }, 'new@example.com', null],
  ['whose address was erased', { ...mail, payload: {} }, 'new@example.com', null],
])('a mail %s', (_, sent, email, to) => expect(resendAddress(sent, email)).toBe(to))
