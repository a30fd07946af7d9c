import { emptyTables, testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeInvoiceProvider } from '../../testing/examiner.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertSubscribedMember, loadSubscriptionOrders, loadSubscriptionRow } from '../../testing/subscription.ts'
import { changePayment } from './change-payment.ts'
import { getSubscription } from './get-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(() => emptyTables(db.$client, 'subscription, orders, outbox', { restart: true }))

/** A subscription paid by NP, on the morning on which its next delivery is arranged; NP returns `verdict`. */
async function billed(verdict: Parameters<typeof fakeInvoiceProvider>[0]) {
  const np = fakeInvoiceProvider(verdict)
  const cards = fakeCardProvider().ports()
  const clock = testClock('2026-12-01')
  const ports = { ...cards, payment: new Map([...cards.payment, [4, np.port] as const]) }
  const ctx = testContext(db, { clock, ports })
  const { id, member } = await insertSubscribedMember(db, ctx, { payment_method_id: 4, card_seq: null })
  return { id, member, ctx, clock, seen: np.seen }
}

test('OK: arranged in one run, and the second run has nothing to do', async () => {
  const { id, member, ctx, seen } = await billed('authorised')
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, failed: 0, open: 0 })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, passed: 0 })
  expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ cycle: 2, status: 'arranged', payment_method_id: 4 }])
  expect(seen.calls).toEqual(['authorise invoice'])
  expect(await getSubscription(member, { id })).toMatchObject({ summary_status: 1, lock: 'arranged', failure: null })
})

test('held: it waits with its stock and nothing is registered twice; then OK', async () => {
  const { id, member, ctx, clock, seen } = await billed('held')
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, failed: 0, open: 1 })
  expect(await getSubscription(member, { id })).toMatchObject({ summary_status: 1, lock: 'in_progress', failure: null })
  clock.move(1)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, failed: 0, open: 1 })
  seen.state = 'authorised'
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, open: 0 })
  expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ cycle: 2, status: 'arranged' }])
  expect(seen.calls).toEqual(['authorise invoice'])
})

test.each(['held', 'refused'] as const)(
  '%s, then NG: settlement error with the reason; the member pays another way',
  async (verdict) => {
    const { id, member, ctx, seen } = await billed(verdict)
    const first = await runDailyDeliveries(ctx)
    seen.state = 'refused'
    const second = await runDailyDeliveries(ctx)
    expect(first.failed + second.failed).toBe(1)
    const stopped = await getSubscription(member, { id })
    expect(stopped).toMatchObject({
      summary_status: 2,
      lock: null,
      failure: { failure: 'examination', retry_on: null, message: expect.stringContaining('審査の結果') },
    })
    expect((await loadQueuedMails(db)).at(-1)!.text).toContain('審査の結果')
    // The same delivery is not examined again automatically.
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, failed: 0, open: 0 })
    expect(seen.calls).toEqual(['authorise invoice'])
    const { version } = await loadSubscriptionRow(db, id)
    const card = { payment_method_id: 1 as const, card_seq: 1, third_party_consent: false }
    expect(await changePayment(member, { id, version, ...card })).toMatchObject({
      summary_status: 1,
      lock: 'arranged',
      failure: null,
    })
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', payment_method_id: 1 }])
  },
)
