import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { expect, test } from 'vitest'
import { chargesAfterExpiry, dueCardWarning } from './card-warning.ts'

const terms = { arranged_before_days: 10, extra_days: 0, is_remote_island: false, closings: [] }
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
const fortnightly = { subscription_division_id: 3, param1: 14, param2: null, param3: null } as const

test.each<[string, object, string | null, CalendarDate, CalendarDate | null]>([
  ['the delivery after the next one', monthly, '2611', '2026-11-21', '2026-12-27'],
  ['none while it lives', monthly, '3012', '2026-11-21', null],
  ['one that is dead already', monthly, '2610', '2026-11-21', '2026-11-26'],
  ['one that the provider does not have', monthly, null, '2026-11-21', '2026-11-26'],
  ['no month at all says nothing', monthly, '9999', '2026-11-21', null],
  ['of a short interval, beyond the two dates that are known', fortnightly, '2612', '2026-11-21', null],
  ['of a short interval, once it is near', fortnightly, '2612', '2026-11-28', '2027-01-10'],
])('%s', (_, pattern, expire, today, charge) => {
  const row = {
    cycle: 2,
    ...monthly,
    ...pattern,
    next_delivery_date: '2026-12-05',
    next_next_delivery_date: '2027-01-05',
  }
  const [first = null] = chargesAfterExpiry(row, terms, { expire }, today)
  expect(first?.charge ?? null).toBe(charge)
})

test('told once at 45 days and once at 14, and the later one alone if the first was missed', () => {
  const card = { card_seq: 0, expire: '2612', asked_on: '2026-11-01' as const, told: null, told_for: null }
  const in_ = (days: number) => addDays('2026-11-21', days)
  expect(dueCardWarning(card, in_(46), '2026-11-21')).toBeNull()
  expect(dueCardWarning(card, in_(45), '2026-11-21')).toBe(45)
  expect(dueCardWarning(card, in_(14), '2026-11-21')).toBe(14)
  expect(dueCardWarning({ ...card, told: 45 }, in_(30), '2026-11-21')).toBeNull()
  expect(dueCardWarning({ ...card, told: 45 }, in_(9), '2026-11-21')).toBe(14)
  expect(dueCardWarning({ ...card, told: 14 }, in_(3), '2026-11-21')).toBeNull()
  const told = { ...card, told: 14, told_for: in_(3) } as const
  expect(dueCardWarning(told, in_(3), '2026-11-21')).toBeNull()
  expect(dueCardWarning(told, in_(34), '2026-11-21')).toBe(45)
})
