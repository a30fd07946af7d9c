import { expect, test } from 'vitest'
import { stateProblem } from './privacy-state.ts'

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
  expect(stateProblem(from, by)?.path ?? null).toBe(path)
})
