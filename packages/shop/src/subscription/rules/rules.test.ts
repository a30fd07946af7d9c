import { readFileSync } from 'node:fs'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { ORDER_STATUS } from '@kushi/values/order-status'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDates, nextNextDates } from './allowed-dates.ts'
import { arrangementDate, changeDeadline } from './change-deadline.ts'
import { checkDeliveryDates } from './check-delivery-dates.ts'
import { isDue } from './due.ts'
import { failureMessage } from './failure.ts'
import { lockOf } from './lock.ts'
import { nextDeliveryDate } from './next-delivery-date.ts'
import { prepaidUntil } from './prepaid.ts'
import { earliestChangeable, repairDates } from './repair-dates.ts'
import { restarted } from './restarted.ts'
import { nextRetry } from './retry-plan.ts'
import { canUndo, skipped } from './skip.ts'
import { type SubscriptionAction, subscriptionTransitions } from './subscription-status.ts'

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

test('the diagram of docs/subscriptions.md is the table', () => {
  const names = ['NotBegun', 'Normal', 'PaymentError', 'OutOfStock', 'OtherError', 'Paused', 'Cancelled']
  const page = readFileSync(new URL('../../../../../docs/subscriptions.md', import.meta.url), 'utf8')
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
  const open = { summary_status: 1, next_delivery_date: '2026-12-10' }
  test.each(ORDER_STATUS)('order %s', (status) => {
    const expected = { received: 'arranged', payment_pending: 'in_progress', arranged: 'arranged', shipped: 'arranged' }
    expect(lockOf(open, status, '2026-11-30')).toBe(expected[status as 'received'] ?? null)
  })
  test('the deadline is the end of a day, and what failed may be put right after it', () => {
    expect(lockOf(open, null, '2026-11-30')).toBeNull()
    expect(lockOf(open, null, '2026-12-01')).toBe('arranged')
    for (const summary_status of [2, 3, 4, 5])
      expect(lockOf({ ...open, summary_status }, 'payment_error', '2026-12-09')).toBeNull()
    expect(lockOf({ ...open, summary_status: 6 }, null, '2026-11-01')).toBe('cancelled')
  })
})

describe('retry', () => {
  test.each([
    [1, '2026-12-01', '2026-12-02'],
    [2, '2026-12-02', '2026-12-04'],
    [3, '2026-12-04', '2026-12-06'],
    [4, '2026-12-06', null],
    // A run that comes late does not spend the attempts in one day.
    [2, '2026-12-20', '2026-12-21'],
  ])('after attempt %i on %s: %s', (attempts, today, expected) => {
    expect(nextRetry({ failure: 'limit', attempts, failed_on: '2026-12-01' }, today)).toBe(expected)
  })
  test('hard declines are not tried again, and every failure has its words', () => {
    for (const failure of ['unusable', 'reenter', 'authentication', 'no_card', 'payment_method', 'not_sold', 'total']) {
      expect(nextRetry({ failure, attempts: 1, failed_on: '2026-12-01' }, '2026-12-01')).toBeNull()
      expect(failureMessage(failure)).toMatch(/。$/)
    }
  })
  test('an address mends no payment; another method, or another day, does', () => {
    const row = { summary_status: 2, next_delivery_date: '2026-12-10' }
    expect(restarted(row, ['shipping_address'], '2026-12-05')).toEqual({})
    expect(restarted(row, ['payment_method_id'], '2026-12-05')).toMatchObject({ retry_on: '2026-12-05', attempts: 0 })
    expect(restarted({ ...row, next_delivery_date: '2027-01-09' }, ['next_delivery_date'], '2026-12-05')).toMatchObject(
      {
        retry_on: '2026-12-31',
      },
    )
    expect(restarted({ ...row, summary_status: 1 }, ['items'], '2026-12-05')).toEqual({})
  })
})

describe('dates', () => {
  test('repaired: not before the earliest, 10 to 180 days apart, and untouched where nothing was wrong', () => {
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: 10, max: 180 }),
        pattern,
        fc.integer({ min: -400, max: 400 }),
        (next, gap, by, off) => {
          const dates = { next_delivery_date: next, next_next_delivery_date: addDays(next, gap) }
          const earliest = addDays(next, off)
          const after = repairDates(dates, by, earliest)
          expect(after.next_delivery_date >= earliest).toBe(true)
          const apart = daysBetween(after.next_delivery_date, after.next_next_delivery_date)
          expect(apart >= 10 && apart <= 180).toBe(true)
          if (off <= 0) expect(after).toEqual(dates)
        },
      ),
    )
  })

  test('every day that the calendars offer is accepted', () => {
    fc.assert(
      fc.property(date, pattern, fc.nat(200), fc.nat(200), (today, by, a, b) => {
        const first = nextDates(today, earliestChangeable(today, addDays(today, 5)))
        const next = first[a % first.length]!
        const second = nextNextDates(next, by)
        const dates = { next_delivery_date: next, next_next_delivery_date: second[b % second.length]! }
        expect(checkDeliveryDates(dates, { today, pattern: by })).toEqual([])
        expect(changeDeadline(next) >= today).toBe(true)
      }),
    )
  })

  test('a skip moves by one delivery, and is undone until the old deadline', () => {
    fc.assert(
      fc.property(date, pattern, (next, by) => {
        const before = { next_delivery_date: next, next_next_delivery_date: nextDeliveryDate(by, next) }
        const deadline = changeDeadline(next)
        const after = skipped(before, by, deadline)
        if (!after) return
        expect(after.next_delivery_date).toBe(before.next_next_delivery_date)
        expect([canUndo(before, deadline), canUndo(before, addDays(deadline, 1))]).toEqual([true, false])
      }),
    )
  })
})

test('due: on its day, on its retry, with a new card, and never while paused', () => {
  const row = {
    ...{ summary_status: 1, next_delivery_date: '2026-12-10', cycle: 2, final_cycle: null, failure: null },
    ...{ retry_on: null, payment_method_id: 1, card_seq: 0, failed_card_seq: null },
  }
  expect(arrangementDate(row.next_delivery_date)).toBe('2026-12-01')
  expect([isDue(row, '2026-11-30'), isDue(row, '2026-12-01'), isDue(row, '2027-12-01')]).toEqual([false, true, true])
  const failed = { ...row, summary_status: 2, failure: 'limit', failed_card_seq: 0 }
  expect(isDue(failed, '2027-12-01')).toBe(false)
  expect(isDue({ ...failed, retry_on: '2026-12-02' }, '2026-12-01')).toBe(false)
  expect(isDue({ ...failed, retry_on: '2026-12-02' }, '2026-12-02')).toBe(true)
  expect(isDue({ ...failed, card_seq: 1 }, '2026-12-01')).toBe(true)
  for (const summary_status of [0, 5, 6]) expect(isDue({ ...row, summary_status }, '2027-12-01')).toBe(false)
  expect(isDue({ ...row, summary_status: 6, final_cycle: 2 }, '2026-12-01')).toBe(true)
  expect(isDue({ ...row, summary_status: 6, final_cycle: 1 }, '2026-12-01')).toBe(false)
})

test('a yearly payment pays for so many deliveries', () => {
  const item = { lump_sum_payment_flag: false, lump_sum_payment_num: null }
  expect(prepaidUntil([item])).toBeNull()
  expect(prepaidUntil([{ lump_sum_payment_flag: true, lump_sum_payment_num: 12 }])).toBe(12)
})
