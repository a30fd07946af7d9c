import { INQUIRY_STATUS, type InquiryStatusId } from '@kushi/values/inquiry-status'
import { expect, test } from 'vitest'
import { inquiryStatesAfter, isInquirySettled } from './inquiry-transition.ts'

const { open, in_correspondence, done, on_hold, urgent, complete } = INQUIRY_STATUS
const states = Object.values(INQUIRY_STATUS)

test.each<[string, InquiryStatusId, InquiryStatusId, boolean, boolean]>([
  ['new → answered', open, in_correspondence, true, false],
  ['new → settled', open, complete, true, true],
  ['nothing goes back to new by the shop', in_correspondence, open, false, true],
  ['urgent → on hold', urgent, on_hold, true, false],
  ['a customer makes nothing urgent', open, urgent, true, false],
  ['done → asked again', done, open, false, true],
  ['settled → asked again', complete, open, false, true],
  ['settled → opened by the shop', complete, in_correspondence, true, false],
  ['on hold, not answered: asking again says nothing new', on_hold, open, false, false],
])('%s', (_, from, to, operator, customer) => {
  expect(inquiryStatesAfter('operator', from).includes(to)).toBe(operator)
  expect(inquiryStatesAfter('customer', from).includes(to)).toBe(customer)
})

test('every state is left by the operator, none follows itself, and only two settle', () => {
  for (const from of states) {
    expect(inquiryStatesAfter('operator', from).length).toBeGreaterThan(0)
    for (const actor of ['operator', 'customer'] as const) expect(inquiryStatesAfter(actor, from)).not.toContain(from)
  }
  expect(states.filter(isInquirySettled)).toEqual([done, complete])
})
