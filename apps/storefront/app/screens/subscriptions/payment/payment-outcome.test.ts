import type { Subscription } from '@kushi/contract/subscription'
import { expect, test } from 'vitest'
import { subscription } from '../../../form/testing.ts'
import { paymentOutcome } from './payment-outcome.ts'

const normal = { ...subscription, summary_status: 1, lock: null, payment_name: '代金引換', arranged_order: null }
const refused = {
  ...normal,
  summary_status: 2,
  failure: { failure: 'limit', message: '残高不足です。', attempts: 1, retry_on: null },
}
const order = { delivery_date: '2028-02-06' } as Subscription['arranged_order']

test.each<[string, Subscription, Subscription, string, RegExp]>([
  ['nothing was open', normal, normal, 'leaf', /これからのお支払いは代金引換になります/],
  [
    'paid',
    refused,
    { ...normal, lock: 'arranged', arranged_order: order },
    'leaf',
    /2月6日\(日\)のお届けを手配しました/,
  ],
  ['refused again', refused, refused, 'danger', /お支払いができませんでした。残高不足です。/],
  ['no answer yet', refused, { ...refused, lock: 'in_progress' }, 'warning', /結果を確認しています/],
  ['paid for, but sold out', refused, { ...refused, summary_status: 3 }, 'warning', /変更しました。残高不足です。/],
])('%s', (_, before, after, tone, text) => {
  expect(paymentOutcome(before, after)).toEqual({ tone, text: expect.stringMatching(text) })
})
