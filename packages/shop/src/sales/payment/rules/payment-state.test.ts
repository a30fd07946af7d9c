import { readFileSync } from 'node:fs'
import type { PaymentState } from '@kushi/values/payment-method'
import { expect, test } from 'vitest'
import {
  isPaymentOpen,
  isUnrecordedMoney,
  mustVoidLateAuthorisation,
  paymentEventOf,
  paymentTransitions,
  pendingPaymentStates,
} from './payment-state.ts'

const states = Object.keys(paymentTransitions) as PaymentState[]
const byCard = (from: PaymentState, to: PaymentState) => paymentEventOf({ state: from, payment_method_id: 1 }, to)
const byCash = (from: PaymentState, to: PaymentState) => paymentEventOf({ state: from, payment_method_id: null }, to)

test('only these transitions are allowed', () => {
  const ways = Object.fromEntries(states.map((from) => [from, states.filter((to) => byCard(from, to)).join(' ')]))
  expect(ways).toEqual({
    intent: 'redirected held authorised failed void_pending',
    redirected: 'returned held authorised failed void_pending',
    returned: 'redirected held authorised failed void_pending',
    held: 'authorised failed void_pending',
    awaiting: 'failed void_pending',
    authorised: 'authorised void_pending voided captured',
    failed: 'void_pending',
    void_pending: 'voided',
    voided: '',
    captured: 'captured refunded',
    refunded: '',
  })
})

test('only cash goes back from captured to authorised, and its history says so; every other event is the state', () => {
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const))
  const others = pairs.filter(([from, to]) => byCash(from, to) !== byCard(from, to))
  expect(others).toEqual([['captured', 'authorised']])
  expect(byCash('captured', 'authorised')).toBe('uncollected')
  for (const [from, to] of pairs) expect([null, to]).toContain(byCard(from, to))
})

test('前払い waits for its money, which comes once, also after its payment was called off', () => {
  const byNumber = (from: PaymentState, to: PaymentState) => paymentEventOf({ state: from, payment_method_id: 6 }, to)
  const money = Object.fromEntries(states.map((from) => [from, byNumber(from, 'captured')]))
  expect(money).toEqual({
    ...{
      intent: 'captured',
      redirected: null,
      returned: null,
      held: null,
      awaiting: 'captured',
      authorised: 'captured',
    },
    ...{ failed: 'paid_late', void_pending: 'paid_late', voided: 'paid_late', captured: 'captured', refunded: null },
  })
  expect(states.filter((state) => byNumber(state, 'awaiting'))).toEqual(['intent'])
  const news = (payment_method_id: number) => states.filter((state) => isUnrecordedMoney({ state, payment_method_id }))
  expect(news(6).filter((state) => !news(1).includes(state))).toEqual(['void_pending', 'voided'])
})

test('what is charged to a linked account is captured at once, but never after it was given up', () => {
  const byLink = (from: PaymentState, to: PaymentState) => paymentEventOf({ state: from, payment_method_id: 5 }, to)
  const others = states.filter((from) => byLink(from, 'captured') !== byCard(from, 'captured'))
  expect(Object.fromEntries(others.map((from) => [from, byLink(from, 'captured')]))).toEqual({
    intent: 'captured',
    // The answer to the charge was lost, and the account closed before it was asked again.
    redirected: 'captured',
    returned: 'captured',
    // Its refund was declined later, as of the other wallets.
    refunded: 'refund_declined',
  })
})

test('an undecided payment can be authorised, refused, or voided if it comes too late', () => {
  for (const state of states.filter((one) => isPaymentOpen(one) && one !== 'awaiting'))
    for (const to of ['authorised', 'failed', 'void_pending'] as const) expect(byCard(state, to)).toBe(to)
  expect(states.filter(isPaymentOpen)).toEqual(pendingPaymentStates)
})

test('only an authorisation that was not counted can be late: a second response does not void counted money', () => {
  expect(states.filter(mustVoidLateAuthorisation)).toEqual([
    'intent',
    'redirected',
    'returned',
    'held',
    'awaiting',
    'failed',
  ])
})

test('the diagram of docs/payments.md matches the table', () => {
  const page = readFileSync(new URL('../../../../../../docs/payments.md', import.meta.url), 'utf8')
  const diagram = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(page)![1]!
  const drawn = [...diagram.matchAll(/^ {2}(\w+) --> (\w+)(?:: .+)?$/gm)].map(([, from, to]) => `${from} ${to}`)
  const table = states.flatMap((from) => paymentTransitions[from].map((to) => `${from} ${to}`))
  expect(drawn.sort()).toEqual(table.sort())
})
