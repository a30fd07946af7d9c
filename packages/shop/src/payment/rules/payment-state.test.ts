import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canPass, isLate, isOpen, openStates, type PaymentState, transitions } from './payment-state.ts'

const states = Object.keys(transitions) as PaymentState[]

test('a payment goes these ways and no other', () => {
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

test('what is not decided can be authorised, refused, and voided when it comes too late', () => {
  for (const state of states.filter(isOpen))
    for (const to of ['authorised', 'failed', 'void_pending'] as const) expect(canPass(state, to)).toBe(true)
  expect(states.filter(isOpen)).toEqual(openStates)
})

test('only what was never counted can come too late: money that stands is not given back by a second answer', () => {
  expect(states.filter(isLate)).toEqual(['intent', 'redirected', 'returned', 'held', 'failed'])
})

test('the diagram of docs/payments.md is the table', () => {
  const page = readFileSync(new URL('../../../../../docs/payments.md', import.meta.url), 'utf8')
  const diagram = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(page)![1]!
  const drawn = [...diagram.matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, from, to]) => `${from} ${to}`)
  const table = states.flatMap((from) => transitions[from].map((to) => `${from} ${to}`))
  expect(drawn.sort()).toEqual(table.sort())
})
