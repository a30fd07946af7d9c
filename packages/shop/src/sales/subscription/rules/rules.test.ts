import { readFileSync } from 'node:fs'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { ORDER_STATUSES, type OrderStatus } from '@kushi/values/order-status'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrangementDate,
  changeDeadline,
  earliestChangeableDelivery,
} from '../../../catalogue/delivery/rules/arrangement.ts'
import { nextDeliveryDate } from '../../../catalogue/delivery/rules/next-delivery-date.ts'
import { noLeadTimes, usualArrangementTerms as terms, tokyoSubscription } from '../../../testing/terms.ts'
import { deliveryDateProblems } from './check-delivery-dates.ts'
import { moveDatesToEarliest, retryDay, selectableNextDates, selectableNextNextDates } from './delivery-dates.ts'
import { type DueDelivery, isArrangementDue } from './due.ts'
import { dunningOf, nextRetry } from './dunning.ts'
import { failureMessage } from './failure.ts'
import { subscriptionLockOf } from './lock.ts'
import { restorableSkips, restoreSkippedDelivery, skipNextDelivery } from './skip.ts'
import { type SubscriptionAction, subscriptionTransitions } from './subscription-status.ts'
import { type FirstPayment, prepaidUntil, uncapturedYearlyAmount } from './yearly.ts'

const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2026-01-01', days))
const pattern = fc.oneof(
  fc.record({
    subscription_division_id: fc.constant(1),
    param1: fc.integer({ min: 1, max: 6 }),
    param2: fc.integer({ min: 1, max: 31 }),
    param3: fc.constant(null),
  }),
  fc.record({
    subscription_division_id: fc.constant(2),
    param1: fc.integer({ min: 1, max: 6 }),
    param2: fc.integer({ min: 1, max: 5 }),
    param3: fc.integer({ min: 1, max: 7 }),
  }),
  fc.record({
    subscription_division_id: fc.constant(3),
    param1: fc.integer({ min: 10, max: 180 }),
    param2: fc.constant(null),
    param3: fc.constant(null),
  }),
)

test('the diagram of docs/subscriptions.md matches the table', () => {
  const names = ['NotBegun', 'Normal', 'PaymentError', 'OutOfStock', 'OtherError', 'Paused', 'Cancelled']
  const page = readFileSync(new URL('../../../../../../docs/subscriptions.md', import.meta.url), 'utf8')
  const diagram = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(page)![1]!
  const drawn = diagram.split('\n').flatMap((line) => {
    const arrow = /^ {2}(\w+) --> (\w+): (.+)$/.exec(line)
    return arrow ? arrow[3]!.split(', ').map((action) => `${arrow[1]} ${action} ${arrow[2]}`) : []
  })
  const table = Object.entries(subscriptionTransitions).flatMap(([from, actions]) =>
    Object.entries(actions).map(
      ([action, to]) => `${names[Number(from)]} ${action as SubscriptionAction} ${names[to]}`,
    ),
  )
  expect(drawn.sort()).toEqual(table.sort())
})

describe('lock', () => {
  const open = { ...tokyoSubscription, summary_status: 1, next_delivery_date: '2026-12-10' }
  const lockOn = (row: typeof open, status: OrderStatus | null, today: string) =>
    subscriptionLockOf({ row, order: status && { status }, leads: noLeadTimes }, today)
  test.each(ORDER_STATUSES)('order %s', (status) => {
    const expected = { received: 'arranged', payment_pending: 'in_progress', arranged: 'arranged', shipped: 'arranged' }
    expect(lockOn(open, status, '2026-11-30')).toBe(expected[status as 'received'] ?? null)
  })
  test('the deadline is the end of a day, and a failed delivery may be corrected after it', () => {
    expect(lockOn(open, null, '2026-11-30')).toBeNull()
    expect(lockOn(open, null, '2026-12-01')).toBe('arranged')
    for (const summary_status of [2, 3, 4, 5])
      expect(lockOn({ ...open, summary_status }, 'payment_error', '2026-12-09')).toBeNull()
    expect(lockOn({ ...open, summary_status: 6 }, null, '2026-11-01')).toBe('cancelled')
  })
})

describe('retry', () => {
  test.each([
    [1, '2026-12-01', '2026-12-02'],
    [2, '2026-12-02', '2026-12-04'],
    [3, '2026-12-04', '2026-12-06'],
    [4, '2026-12-06', null],
    // A late run does not use up all attempts in one day.
    [2, '2026-12-20', '2026-12-21'],
  ])('after attempt %i on %s: %s', (attempts, today, expected) => {
    expect(nextRetry({ failure: 'limit', attempts, failed_on: '2026-12-01' }, today)).toBe(expected)
  })
  test('hard declines are not retried, and every failure has its message', () => {
    for (const failure of ['unusable', 'reenter', 'authentication', 'no_card', 'payment_method', 'not_sold', 'total']) {
      expect(nextRetry({ failure, attempts: 1, failed_on: '2026-12-01' }, '2026-12-01')).toBeNull()
      expect(failureMessage(failure, 1)).toMatch(/。$/)
    }
  })
  test('an address does not resolve a refused payment; another method or day does', () => {
    const row = { summary_status: 2, next_delivery_date: '2026-12-10' }
    expect(retryDay(row, ['shipping_address'], '2026-12-05', terms)).toBeNull()
    expect(retryDay(row, ['payment_method_id'], '2026-12-05', terms)).toBe('2026-12-05')
    expect(retryDay(row, ['delivery_id'], '2026-12-05', terms, 'limit')).toBeNull()
    expect(retryDay(row, ['delivery_id'], '2026-12-05', terms, 'payment_method')).toBe('2026-12-05')
    const moved = { ...row, next_delivery_date: '2027-01-09' }
    expect(retryDay(moved, ['next_delivery_date'], '2026-12-05', terms)).toBe('2026-12-31')
    expect(retryDay({ ...row, summary_status: 1 }, ['items'], '2026-12-05', terms)).toBeNull()
  })
})

describe('dates', () => {
  test('corrected: not before the earliest, 10 to 180 days apart or by the pattern, and unchanged if valid', () => {
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: 10, max: 180 }),
        pattern,
        fc.integer({ min: -400, max: 400 }),
        (next, gap, by, off) => {
          const dates = { next_delivery_date: next, next_next_delivery_date: addDays(next, gap) }
          const earliest = addDays(next, off)
          const after = moveDatesToEarliest(dates, by, earliest, terms)
          expect(after.next_delivery_date >= earliest).toBe(true)
          const apart = daysBetween(after.next_delivery_date, after.next_next_delivery_date)
          expect(apart >= 10 && apart <= 203).toBe(true)
          if (off <= 0) expect(after).toEqual(dates)
        },
      ),
    )
  })

  test('every day that the calendars offer is accepted', () => {
    fc.assert(
      fc.property(date, pattern, fc.nat(200), fc.nat(200), (today, by, a, b) => {
        const first = selectableNextDates(today, earliestChangeableDelivery(today, terms))
        const next = first[a % first.length]!
        const second = selectableNextNextDates(next, by, terms)
        const dates = { next_delivery_date: next, next_next_delivery_date: second[b % second.length]! }
        expect(deliveryDateProblems(dates, { today, pattern: by, terms })).toEqual([])
        expect(changeDeadline(next, terms) >= today).toBe(true)
      }),
    )
  })

  test('a delivery within a hundred days can be skipped with any pattern; not the one after it as well', () => {
    fc.assert(
      fc.property(date, pattern, fc.integer({ min: 10, max: 100 }), (today, by, ahead) => {
        const next = addDays(today, ahead)
        const off = skipNextDelivery(
          { next_delivery_date: next, next_next_delivery_date: nextDeliveryDate(by, next) },
          by,
          terms,
          today,
        )
        expect(off).not.toBeNull()
        if (daysBetween(today, off!.next_next_delivery_date) > 180 && daysBetween(today, off!.next_delivery_date) > 100)
          expect(skipNextDelivery(off!, by, terms, today)).toBeNull()
      }),
    )
    const half = { subscription_division_id: 1, param1: 6, param2: 1, param3: null } as const
    const dates = { next_delivery_date: '2026-12-01', next_next_delivery_date: '2027-06-01' }
    const later = { next_delivery_date: '2027-06-01', next_next_delivery_date: '2027-12-01' }
    expect(skipNextDelivery(dates, half, terms, '2026-11-21')).toEqual(later)
    expect(skipNextDelivery(later, half, terms, '2026-11-21')).toBeNull()
  })

  test('a skip moves by one delivery, and can be undone until the old deadline', () => {
    fc.assert(
      fc.property(date, pattern, (next, by) => {
        const before = { next_delivery_date: next, next_next_delivery_date: nextDeliveryDate(by, next) }
        const deadline = changeDeadline(next, terms)
        const after = skipNextDelivery(before, by, terms, deadline)
        if (!after) return
        expect(after.next_delivery_date).toBe(before.next_next_delivery_date)
        const row = { ...after, skipped_dates: [next] }
        expect(restorableSkips(row, terms, deadline)).toEqual([next])
        expect(restorableSkips(row, terms, addDays(deadline, 1))).toEqual([])
        expect(restoreSkippedDelivery(row, next)).toEqual({ ...before, skipped_dates: [] })
      }),
    )
  })
})

test('due: on its day, on its retry day, with a new card, and never while paused', () => {
  const row = {
    ...tokyoSubscription,
    summary_status: 1,
    next_delivery_date: '2026-12-10',
    cycle: 2,
    final_cycle: null,
    payment_method_id: 1,
    card_seq: 0,
  }
  const due = (more: Partial<DueDelivery['row']>, today: string, retry_on: string | null = null) => {
    const now = { ...row, ...more }
    const attempt = { outcome: 'failed' as const, failure: 'limit', tried_on: '2026-12-01', card_seq: 0 }
    const dunning = dunningOf(
      now.summary_status,
      now.summary_status === 2 ? [{ ...attempt, retry_on, restarted: false }] : [],
    )
    return isArrangementDue({ row: now, order: null, dunning, leads: noLeadTimes, received_until: null }, today)
  }
  expect(arrangementDate(row.next_delivery_date, terms)).toBe('2026-12-01')
  expect([due({}, '2026-11-30'), due({}, '2026-12-01'), due({}, '2027-12-01')]).toEqual([false, true, true])
  const failed = { summary_status: 2 }
  expect(due(failed, '2027-12-01')).toBe(false)
  expect(due(failed, '2026-12-01', '2026-12-02')).toBe(false)
  expect(due(failed, '2026-12-02', '2026-12-02')).toBe(true)
  expect(due({ ...failed, card_seq: 1 }, '2026-12-01')).toBe(true)
  expect(due({ ...failed, card_seq: 1, next_delivery_date: '2027-01-10' }, '2026-12-01')).toBe(false)
  for (const summary_status of [0, 5, 6]) expect(due({ summary_status }, '2027-12-01')).toBe(false)
  expect(due({ summary_status: 6, final_cycle: 2 }, '2026-12-01')).toBe(true)
  expect(due({ summary_status: 6, final_cycle: 1 }, '2026-12-01')).toBe(false)
  const order = { status: 'arranged' as const }
  expect(isArrangementDue({ row, order, dunning: null, leads: noLeadTimes, received_until: null }, '2026-12-01')).toBe(
    false,
  )
})

test('several skips: each can be undone until its own deadline, and the deliveries stay in order', () => {
  const monthly = { subscription_division_id: 1, param1: 1, param2: 10, param3: null } as const
  const row = {
    next_delivery_date: '2027-02-10',
    next_next_delivery_date: '2027-03-10',
    skipped_dates: ['2026-12-10', '2027-01-10'],
  }
  expect(
    skipNextDelivery(
      { ...row, next_delivery_date: '2027-01-10', next_next_delivery_date: '2027-02-10' },
      monthly,
      terms,
      '2026-11-21',
    ),
  ).toEqual({ next_delivery_date: '2027-02-10', next_next_delivery_date: '2027-03-10' })
  expect(restorableSkips(row, terms, '2026-11-30')).toEqual(['2026-12-10', '2027-01-10'])
  expect(restorableSkips(row, terms, '2026-12-01')).toEqual(['2027-01-10'])
  const december = restoreSkippedDelivery(row, '2026-12-10')
  expect(december).toEqual({
    next_delivery_date: '2026-12-10',
    next_next_delivery_date: '2027-02-10',
    skipped_dates: ['2027-01-10'],
  })
  expect(restoreSkippedDelivery(december, '2027-01-10')).toMatchObject({
    next_delivery_date: '2026-12-10',
    next_next_delivery_date: '2027-01-10',
  })
})

describe('dunning is derived from the attempts of the cycle', () => {
  const one = (failure: string | null, tried_on: string, more = {}) => ({
    outcome: failure ? ('failed' as const) : ('arranged' as const),
    failure,
    tried_on,
    retry_on: null,
    card_seq: 0,
    restarted: false,
    ...more,
  })
  test.each([
    ['none', 2, [], null],
    ['refused once', 2, [one('limit', '2026-12-01')], { attempts: 1, failed_on: '2026-12-01' }],
    ['twice', 2, [one('limit', '2026-12-01'), one('limit', '2026-12-02')], { attempts: 2, failed_on: '2026-12-01' }],
    ['another kind', 3, [one('limit', '2026-12-01'), one('out_of_stock', '2026-12-02')], { attempts: 1 }],
    ['something was done', 2, [one('limit', '2026-12-01', { restarted: true })], { attempts: 0, failed_on: null }],
    [
      'and it failed again',
      2,
      [one('limit', '2026-12-01', { restarted: true }), one('limit', '2026-12-05')],
      { attempts: 1, failed_on: '2026-12-05' },
    ],
    ['paused since', 5, [one('limit', '2026-12-01')], null],
    ['reopened since', 1, [one('limit', '2026-12-01')], null],
    ['arranged since', 1, [one('limit', '2026-12-01'), one(null, '2026-12-02')], null],
  ])('%s', (_, status, attempts, expected) => {
    if (expected === null) expect(dunningOf(status, attempts)).toBeNull()
    else expect(dunningOf(status, attempts)).toMatchObject(expected)
  })
})

test('a yearly payment pays for a fixed number of deliveries', () => {
  const item = { lump_sum_payment_flag: false, lump_sum_payment_num: null }
  const yearly = [{ lump_sum_payment_flag: true, lump_sum_payment_num: 12 }]
  expect(prepaidUntil([item], null, 0)).toBeNull()
  expect(prepaidUntil(yearly, null, 0)).toBe(12)
  const amounts = { amount: 24_684, credited_amount: 0, refunded_amount: 0, repaid_amount: 0, payment_method_id: 1 }
  const paid = { ...amounts, state: 'captured', captured_amount: 24_684 } as const
  const open = { ...paid, state: 'authorised', captured_amount: 0 } as const
  const year = { status: 'delivered', paid, paid_amount: 24_684, paid_for: 12, taken_back: 0 } as const
  const received = (more: Partial<FirstPayment>) => prepaidUntil(yearly, { ...year, ...more }, 0)
  const expected = (more: Partial<FirstPayment>) =>
    prepaidUntil(yearly, { ...year, ...more }, uncapturedYearlyAmount({ ...year, ...more }))
  expect(received({})).toBe(12)
  // A promise of money is no money: a card's is taken with the parcel, and who refuses a parcel at the door pays nothing.
  expect([received({ paid: open }), expected({ paid: open })]).toEqual([null, 12])
  expect(expected({ paid: { ...open, payment_method_id: null } })).toBeNull()
  expect(expected({ paid: { ...open, payment_method_id: null, captured_amount: 2_057 } })).toBe(1)
  // Less than a whole share pays for no delivery, given back by the provider, by hand, or owed.
  expect(received({ paid: { ...paid, refunded_amount: 1 } })).toBe(11)
  expect(received({ paid: { ...paid, refunded_amount: 2_058 } })).toBe(10)
  expect(received({ paid: { ...paid, repaid_amount: 2_057 } })).toBe(11)
  expect(received({ paid: { ...paid, credited_amount: 2_057 } })).toBe(11)
  expect(received({ paid: { ...paid, refunded_amount: 24_683 } })).toBeNull()
  // Goods that came back were a delivery of their own.
  expect(received({ paid: { ...paid, refunded_amount: 2_057 }, taken_back: 2_057 })).toBe(12)
  // Prepaid means paid.
  expect(expected({ status: 'cancelled', paid: { ...open, state: 'void_pending' } })).toBeNull()
  expect(expected({ paid: { ...open, state: 'voided' } })).toBeNull()
  expect(expected({ status: 'returned' })).toBeNull()
  expect(expected({ paid: { ...paid, refunded_amount: 24_684 } })).toBeNull()
  // One more for a delivery that did not arrive.
  const longer = [{ lump_sum_payment_flag: true, lump_sum_payment_num: 13 }]
  expect(prepaidUntil(longer, { ...year, paid: { ...paid, refunded_amount: 1 } }, 0)).toBe(12)
})
