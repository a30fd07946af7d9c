import { readFileSync } from 'node:fs'
import type { PaymentState } from '@kushi/values/payment-method'
import { expect, test } from 'vitest'
import { canPass, isLate, isOpen, openStates, transitions } from './payment-state.ts'

const states = Object.keys(transitions) as PaymentState[]

test('only these transitions are allowed', () => {
  const ways = Object.fromEntries(states.map((from) => [from, states.filter((to) => canPass(from, to)).join(' ')]))
  expect(ways).toEqual({
    intent: 'redirected held authorised failed void_pending',
    redirected: 'returned held authorised failed void_pending',
    returned: 'redirected held authorised failed void_pending',
    held: 'authorised failed void_pending',
    authorised: 'authorised void_pending voided captured',
    failed: 'void_pending',
    void_pending: 'voided',
    voided: '',
    captured: 'captured refunded',
    refunded: '',
  })
})

test('an undecided payment can be authorised, refused, or voided if it comes too late', () => {
  for (const state of states.filter(isOpen))
    for (const to of ['authorised', 'failed', 'void_pending'] as const) expect(canPass(state, to)).toBe(true)
  expect(states.filter(isOpen)).toEqual(openStates)
})

test('only an authorisation that was not counted can be late: a second response does not void counted money', () => {
  expect(states.filter(isLate)).toEqual(['intent', 'redirected', 'returned', 'held', 'failed'])
})

test('the diagram of docs/payments.md matches the table', () => {
  const page = readFileSync(new URL('../../../../../docs/payments.md', import.meta.url), 'utf8')
  const diagram = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(page)![1]!
  const drawn = [...diagram.matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, from, to]) => `${from} ${to}`)
  const table = states.flatMap((from) => transitions[from].map((to) => `${from} ${to}`))
  expect(drawn.sort()).toEqual(table.sort())
})
