import { expect, test } from 'vitest'
import { mayPayByLink, payLinkState, payLinkUntil } from './pay-link.ts'

const card = { payment_method_id: 1, card_seq: 0 } as const
const second_way = { payment_method_id: null, card_seq: null, payment_fees: [] } as const
const own = { attempt: 3, failure: 'unusable', tried_on: '2026-12-01', restarted: false }
const refused = {
  row: { cycle: 2, summary_status: 2 },
  order: { status: 'payment_error' as const },
  attempts: [{ ...own, attempt: 1, restarted: true }, own],
  is_redirected: false,
}
const link = { cycle: 2, attempt: 3 }
const later = { ...own, attempt: 4 }

test.each<[string, Partial<typeof refused> | object, string]>([
  ['refused, nothing since', {}, 'open'],
  ['refused again by the plan', { attempts: [own, later] }, 'open'],
  ['nothing was written', { order: null }, 'open'],
  ['one of a link is at a provider’s page', { order: { status: 'payment_pending' }, is_redirected: true }, 'open'],
  ['being charged', { order: { status: 'payment_pending' } }, 'in_progress'],
  ['arranged', { row: { cycle: 2, summary_status: 1 }, order: { status: 'arranged' } }, 'paid'],
  [
    'received, the next one is to come',
    { row: { cycle: 3, summary_status: 1 }, order: { status: 'delivered' } },
    'paid',
  ],
  ['cancelled after it was arranged', { row: { cycle: 3, summary_status: 1 }, order: { status: 'cancelled' } }, 'over'],
  ['skipped, moved or corrected since', { attempts: [{ ...own, restarted: true }] }, 'over'],
  ['… and refused again since', { attempts: [{ ...own, restarted: true }, later] }, 'over'],
  ['paused', { row: { cycle: 2, summary_status: 5 } }, 'over'],
  ['ended', { row: { cycle: 2, summary_status: 6 } }, 'over'],
  ['out of stock meanwhile', { row: { cycle: 2, summary_status: 3 } }, 'over'],
  ['another cycle’s', { row: { cycle: 3, summary_status: 2 }, order: null }, 'over'],
])('%s: %s', (_, more, state) => {
  expect(payLinkState({ ...refused, ...more }, link, '2026-12-02')).toBe(state)
})

test('it holds through its last day', () => {
  const until = payLinkUntil(own.tried_on)
  expect(until).toBe('2026-12-15')
  expect(payLinkState(refused, link, until)).toBe('open')
  expect(payLinkState(refused, link, '2026-12-16')).toBe('expired')
})

test.each([
  ['no second way, to be repeated', { row: { ...card, second_way: null }, yearly_total: null }, false, true],
  ['a second way that stands in', { row: { ...card, second_way }, yearly_total: null }, false, false],
  ['… and could not', { row: { ...card, second_way }, yearly_total: null }, true, true],
  ['the second way itself', { row: { ...second_way, second_way }, yearly_total: null }, false, true],
  ['paid for a year', { row: { ...card, second_way: null }, yearly_total: 12 }, true, false],
] as const)('%s', (_, loaded, is_final, has_link) => {
  expect(mayPayByLink(loaded, is_final)).toBe(has_link)
})
