import { expect, test } from 'vitest'
import { keepsContact } from './keeps-contact.ts'

const now = new Date('2026-11-21T00:00:00Z')
const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
test.each([
  ['a person who paid by card', { payment_method_id: 1, is_company: false, updated_at: before(1) }, false],
  ['cash at the door', { payment_method_id: null, is_company: false, updated_at: before(1) }, false],
  ['a bill that may be open', { payment_method_id: 4, is_company: false, updated_at: before(59) }, true],
  ['an old bill', { payment_method_id: 4, is_company: false, updated_at: before(61) }, false],
  ['a company', { payment_method_id: 1, is_company: true, updated_at: before(2000) }, true],
  ['a company, seven years ago', { payment_method_id: 1, is_company: true, updated_at: before(2563) }, false],
])('%s', (_, order, keeps) => {
  expect(keepsContact(order, now)).toBe(keeps)
})
