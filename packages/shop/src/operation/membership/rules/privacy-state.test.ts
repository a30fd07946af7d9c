import { expect, test } from 'vitest'
import { mustKeepOrderContact, privacyStateProblem } from './privacy-state.ts'

const wanted = { identity_check: '登録のお電話に折り返した', answer: '郵送した' }
test.each([
  ['received', { ...wanted, state: 'received', identity_check: '', answer: '' }, null],
  ['received', { ...wanted, state: 'working', answer: '' }, null],
  ['received', { ...wanted, state: 'refused', identity_check: '' }, null],
  ['working', { ...wanted, state: 'done' }, null],
  ['received', { ...wanted, state: 'working', identity_check: '' }, 'identity_check'],
  ['received', { ...wanted, state: 'done' }, 'state'],
  ['working', { ...wanted, state: 'received' }, 'state'],
  ['working', { ...wanted, state: 'done', answer: '' }, 'answer'],
  ['working', { ...wanted, state: 'refused', answer: '' }, 'answer'],
  ['done', { ...wanted, state: 'working' }, 'state'],
  ['refused', { ...wanted, state: 'refused' }, 'state'],
] as const)('from %s by %o', (from, by, path) => {
  expect(privacyStateProblem(from, by)?.path ?? null).toBe(path)
})

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
  expect(mustKeepOrderContact(order, now)).toBe(keeps)
})
