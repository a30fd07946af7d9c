import { ApiError } from '@kushi/contract/client'
import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'
import { outcomeOf, refusalOf } from './outcome.ts'
import { shownText } from './shown-text.ts'

const shown = {
  summary: { payment_total: 3300, following: { payment_total: 2970 } },
  first_delivery_date: '2026-11-26',
  next_delivery_date: '2027-01-05',
}

test('states the changes in words, and nothing else', () => {
  expect(changesBetween(shown, shown)).toEqual([])
  expect(
    changesBetween(shown, {
      ...shown,
      summary: { ...shown.summary, payment_total: 3500 },
      first_delivery_date: '2026-11-27',
    }),
  ).toEqual([
    'お支払い合計が ¥3,300 から ¥3,500 に変わりました。',
    'お届け予定日が 2026年11月26日(木) から 2026年11月27日(金) に変わりました。',
  ])
})

test('says that midnight moved a day', () => {
  const later = { ...shown, first_delivery_date: '2026-11-27' }
  expect(changesBetween(shown, later, { isNextDay: true })).toEqual([
    '日付が変わったため、お届け予定日が 2026年11月26日(木) から 2026年11月27日(金) に変わりました。',
  ])
})

test.each([
  [6, '2回目からの手数料'],
  [1, '切り替えたあとの手数料'],
])('the fee of the second way of an order by %i is %s', (payment_method_id, label) => {
  const [one, other] = [330, 440].map((payment_fee) => ({ ...shown, second_way: { payment_fee } }))
  expect(changesBetween(one!, other!, { payment_method_id })).toEqual([`${label}が ¥330 から ¥440 に変わりました。`])
})

test('keeps the shown text without its layout, within the limit', () => {
  expect(shownText('  商品 \n\n\n 椿油   1点\n')).toBe('商品\n椿油 1点')
  expect(shownText('あ'.repeat(21_000))).toHaveLength(20_000)
})

const placed = {
  order_no: 'K1',
  status: 'payment_pending',
  redirect_url: null,
  is_held: false,
  payment_message: null,
} as const

test('the response of the server decides the outcome', () => {
  expect(outcomeOf({ ...placed, redirect_url: 'https://bank.example/' })).toEqual({
    kind: 'redirect',
    url: 'https://bank.example/',
    order_no: 'K1',
  })
  expect(outcomeOf(placed)).toEqual({ kind: 'placed', order_no: 'K1' })
  expect(outcomeOf({ ...placed, status: 'received' })).toEqual({ kind: 'placed', order_no: 'K1' })
  expect(outcomeOf({ ...placed, status: 'payment_error', payment_message: '別のカードを' })).toEqual({
    kind: 'declined',
    message: '別のカードを',
  })
})

test.each([
  [0, 'ERROR_NETWORK', 'unanswered'],
  [503, 'ERROR_PAYMENT_UNAVAILABLE', 'unanswered'],
  [500, 'ERROR_INTERNAL', 'unanswered'],
  [409, 'ERROR_AMOUNT_CHANGED', 'changed'],
  [409, 'ERROR_OUT_OF_STOCK', 'refused'],
  [409, 'ERROR_ORDER_REFUSED', 'refused'],
  [409, 'ERROR_IDEMPOTENCY_KEY_REUSED', 'key_reused'],
  [422, 'ERROR_VALIDATION', 'invalid'],
  [429, 'ERROR_TOO_MANY_REQUESTS', 'wait'],
])('%i %s is %s', (status, error, kind) => {
  expect(refusalOf(new ApiError(status, { error, message: 'x' })).kind).toBe(kind)
})

test('a click without a response can be repeated', () => {
  expect(refusalOf(new ApiError(0)).message).toContain('二重')
})
