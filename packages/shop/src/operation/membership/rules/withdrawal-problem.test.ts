import { expect, test } from 'vitest'
import { noLeadTimes, tokyoSubscription } from '../../../testing/terms.ts'
import { withdrawalProblem } from './withdrawal-problem.ts'

const today = '2026-11-21'
const row = {
  ...tokyoSubscription,
  id: 7,
  summary_status: 1,
  next_delivery_date: '2026-12-10',
  cycle: 2,
  final_cycle: null,
}
const running = (
  more: Partial<Omit<typeof row, 'final_cycle'> & { final_cycle: number | null }> = {},
  prepaid_until: number | null = null,
) => ({
  row: { ...row, ...more },
  leads: noLeadTimes,
  prepaid_until,
})
const problem = (more: Partial<Parameters<typeof withdrawalProblem>[0]>) =>
  withdrawalProblem({ orders: [], subscriptions: [], ...more }, today)

test.each([
  ['nothing', {}, null],
  ['a parcel on its way', { orders: [{ order_no: 'K1', status: 'shipped' as const }] }, 'ご注文(K1)'],
  ['a payment that is examined', { orders: [{ order_no: 'K1', status: 'payment_pending' as const }] }, 'ご注文(K1)'],
  [
    'what is over',
    {
      orders: (['delivered', 'cancelled', 'returned', 'payment_error'] as const).map((status) => ({
        order_no: 'K1',
        status,
      })),
    },
    null,
  ],
  ['a subscription in time', { subscriptions: [running()] }, null],
  ['one that is about to be sent', { subscriptions: [running({ next_delivery_date: '2026-11-30' })] }, '発送の準備'],
  [
    'one that failed and is late',
    { subscriptions: [running({ summary_status: 2, next_delivery_date: '2026-11-22' })] },
    null,
  ],
  ['a paused one', { subscriptions: [running({ summary_status: 5, next_delivery_date: '2026-11-01' })] }, null],
  ['deliveries paid ahead', { subscriptions: [running({}, 12)] }, 'お支払い済みのお届け'],
  [
    'a cancelled one that still brings what is paid',
    { subscriptions: [running({ summary_status: 6, final_cycle: 12 }, 12)] },
    'お支払い済みのお届け',
  ],
  ['a refund that is owed', { owed: [{ order_no: '20261130-1' }] }, 'ご返金が済んでから'],
  ['paid ahead and all there', { subscriptions: [running({ cycle: 13 }, 12)] }, null],
  ['ended for good', { subscriptions: [running({ summary_status: 6 }, 12)] }, null],
])('%s', (_, standing, text) => {
  if (text === null) expect(problem(standing)).toBeNull()
  else expect(problem(standing)).toContain(text)
})
