import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CartFacts, decideReminder, type ReminderPlanSetting, reminderHours } from './reminder-plan.ts'

const setting: ReminderPlanSetting = {
  cart_abandoned_flag: true,
  lp_flag: true,
  customer_target_flag: true,
  guest_target_flag: true,
  individual_setting_flag: false,
  step_hours: [1, 24, 72],
  customer_step_hours: null,
  guest_step_hours: null,
}
const start = new Date('2026-11-21T03:00:00Z')
const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
const facts = (more: Partial<CartFacts> = {}): CartFacts => ({
  is_guest: false,
  tracking_start_date: start,
  touched_at: start,
  step: 0,
  order: 'none',
  pieces: 1,
  may_see_prices: true,
  has_adcd: false,
  may_mail: true,
  may_line: false,
  has_opted_out: false,
  ...more,
})

test.each([
  ['an hour', {}, 1, { act: 'remind', channel: 'mail', step: 0, next_at: at(24) }],
  ['not yet', {}, 0.9, { act: 'wait', start, until: at(1) }],
  ['the last step', { step: 2 }, 72, { act: 'remind', channel: 'mail', step: 2, next_at: null }],
  ['all done', { step: 3 }, 80, { act: 'end', reason: 'done' }],
  ['LINE before mail', { may_line: true }, 1, { act: 'remind', channel: 'line', step: 0, next_at: at(24) }],
  ['changed since', { touched_at: at(0.5) }, 1, { act: 'wait', start: at(0.5), until: at(1.5) }],
  ['a purchase', { order: 'placed' }, 1, { act: 'end', reason: 'ordered' }],
  ['a payment under way', { order: 'open' }, 1, { act: 'wait', start, until: at(2) }],
  ['an empty cart', { pieces: 0 }, 1, { act: 'end', reason: 'emptied' }],
  ['an opt-out', { may_mail: false, has_opted_out: true }, 1, { act: 'end', reason: 'opted_out' }],
  ['prices kept for approved accounts', { may_see_prices: false }, 1, { act: 'end', reason: 'not_approved' }],
  ['no consent', { may_mail: false }, 1, { act: 'end', reason: 'no_consent' }],
  ['a standstill of three days', {}, 80, { act: 'remind', channel: 'mail', step: 2, next_at: null }],
] as const)('%s', (_, more, hours, decision) => {
  expect(decideReminder(facts(more), setting, at(hours))).toEqual(decision)
})

test.each([
  ['off', { cart_abandoned_flag: false }, {}],
  ['no members', { customer_target_flag: false }, {}],
  ['no guests', { guest_target_flag: false }, { is_guest: true }],
  ['no carts of adverts', { lp_flag: false }, { has_adcd: true }],
] as const)('a shop without reminders: %s', (_, flags, more) => {
  expect(decideReminder(facts(more), { ...setting, ...flags }, at(1))).toEqual({ act: 'end', reason: 'not_wanted' })
  expect(decideReminder(facts(more), undefined, at(1))).toEqual({ act: 'end', reason: 'not_wanted' })
})

test('members and guests have hours of their own only where the shop says so', () => {
  const own = { ...setting, customer_step_hours: [2], guest_step_hours: [3, 48] }
  expect(reminderHours(own, true)).toEqual([1, 24, 72])
  const individual = { ...own, individual_setting_flag: true }
  expect([reminderHours(individual, false), reminderHours(individual, true)]).toEqual([[2], [3, 48]])
  expect(reminderHours({ ...individual, guest_step_hours: null }, true)).toEqual([1, 24, 72])
})

test('whenever the job runs, no step comes twice or goes back, and never two in one run', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 30 }), (waits) => {
      let now = 0
      let step = 0
      const sent: number[] = []
      for (const wait of waits) {
        now += wait
        const decision = decideReminder(facts({ step }), setting, at(now))
        if (decision.act !== 'remind') continue
        expect(now).toBeGreaterThanOrEqual(setting.step_hours[decision.step]!)
        sent.push(decision.step)
        step = decision.step + 1
      }
      expect(sent).toEqual([...new Set(sent)].sort())
    }),
  )
})
