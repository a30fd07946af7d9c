import type { Subscription } from '@kushi/contract/subscription'
import { expect, test } from 'vitest'
import { subscription } from '../../../form/testing.ts'
import { scheduleOf } from './schedule.ts'

const one: Subscription = {
  ...subscription,
  summary_status: 1,
  lock: null,
  failure: null,
  arranged_order: null,
  prepaid: null,
  change_deadline: '2028-01-26',
  charge_date: '2028-01-27',
  payment_method_id: 1,
  payment_total: 3300,
}
const order = (status: string, delivery_date: string | null = '2028-02-07') =>
  ({ status, delivery_date }) as Subscription['arranged_order']
const failure = { failure: 'limit', message: '', attempts: 1, retry_on: '2028-01-28' }

test.each<[string, Partial<Subscription>, [string, RegExp, RegExp | null]]>([
  ['normal', {}, ['2028-02-05', /^1月26日\(水\)まで変更できます$/, /^1月27日\(木\)にお支払い$/]],
  ['cash', { payment_method_id: null }, ['2028-02-05', /まで変更/, /お受け取りのとき/]],
  ['a bill', { payment_method_id: 4 }, ['2028-02-05', /まで変更/, /請求書/]],
  ['paid ahead', { prepaid: { remaining: 3, total: 12 }, payment_total: 0 }, ['2028-02-05', /まで変更/, null]],
  ['arranged', { lock: 'arranged', arranged_order: order('arranged') }, ['2028-02-07', /お受け取りになるまで/, null]],
  ['too late, no order yet', { lock: 'arranged' }, ['2028-02-05', /お受け取りになるまで/, null]],
  ['charged right now', { lock: 'in_progress', lock_message: '手続き中' }, ['2028-02-05', /^手続き中$/, /1月27日/]],
  ['refused', { summary_status: 2, failure }, ['2028-02-05', /いつでも/, /1月28日\(金\)に、もう一度/]],
  [
    'refused for good',
    { summary_status: 2, failure: { ...failure, retry_on: null } },
    ['2028-02-05', /いつでも/, null],
  ],
  [
    'cancelled, paid ahead',
    { summary_status: 6, lock: 'cancelled', prepaid: { remaining: 2, total: 12 } },
    ['2028-02-05', /お支払い済みの分/, null],
  ],
])('%s', (_, more, [date, deadline, charge]) => {
  const schedule = scheduleOf({ ...one, ...more })!
  expect(schedule).toMatchObject({ date, deadline: expect.stringMatching(deadline) })
  expect(schedule.charge).toEqual(charge && expect.stringMatching(charge))
})

test.each<[string, Partial<Subscription>]>([
  ['paused', { summary_status: 5 }],
  ['cancelled', { summary_status: 6, lock: 'cancelled' }],
])('%s: no delivery', (_, more) => {
  expect(scheduleOf({ ...one, ...more })).toBeNull()
})
