import { type PaymentAttempt, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startGmoGateway } from '../testing/gateway.ts'
import { gmoKonbini } from './konbini.ts'

const gateway = await startGmoGateway()
afterAll(gateway.stop)
afterEach(() => gateway.clearFaults())
const port = gmoKonbini(gateway.settings)

const parcel = { carrier: 'yamato', tracking_no: '123456789012' }
const contact = { name: '椿のしずく', email: 'shop@example.jp', phone: '03-1234-5678', hours: '平日 9:30〜17:00' }
const source = { kind: 'konbini', store: 'lawson', pay_within_days: 3, contact } as const
let count = 0
const newAttempt = (amount = 3300): PaymentAttempt => ({
  provider_order_id: `K261121-CVS${++count}`,
  amount,
  reference: {},
})
const ask = (attempt: PaymentAttempt) => port.authorise(attempt, source, portTestOrder(attempt.amount), null)
/** Retries when there is no response, as the shop does. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PaymentUnavailable) || tries === 4) throw error
      await gateway.clearFaults()
    }
}
async function waiting() {
  const attempt = newAttempt()
  const answer = await ask(attempt)
  if (answer.kind !== 'awaiting') throw new Error(answer.kind)
  return { ...attempt, reference: answer.reference }
}

test('a number is given, paid at the register, and never given back', async () => {
  const attempt = newAttempt()
  const answer = await ask(attempt)
  if (answer.kind !== 'awaiting') throw new Error(answer.kind)
  const { slip, pay_until } = answer.awaited
  expect(slip).toMatchObject({ store: 'lawson', confirmation_no: '400008' })
  expect(slip).toMatchObject({ receipt_no: expect.stringMatching(/^\d{11}$/) })
  expect(pay_until.toISOString()).toMatch(/T14:59:59\.000Z$/)
  const days = (pay_until.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(4)
  const at = { ...attempt, reference: answer.reference }
  expect(await port.find(at)).toMatchObject({ state: 'awaiting', amount: 3300, awaited: answer.awaited })
  await gateway.payAtKonbini(attempt.provider_order_id)
  expect(await port.find(at)).toMatchObject({ state: 'captured', amount: 3300, refunded_amount: 0 })
  expect(await ask(attempt)).toMatchObject({ kind: 'authorised' })
  expect(await port.capture(at, parcel)).toEqual(at.reference)
  await expect(port.refund(at, 3300)).rejects.toBeInstanceOf(PaymentRefused)
  await expect(port.void(at)).rejects.toBeInstanceOf(PaymentUnavailable)
  expect((await gateway.konbini(attempt.provider_order_id))?.contact).toBe('椿のしずく 03-1234-5678 09:30-17:00')
})

test('asked again it is the same number, and another amount is refused', async () => {
  const attempt = await waiting()
  const before = await port.find(attempt)
  expect(await ask(attempt)).toMatchObject({ kind: 'awaiting', awaited: before!.awaited })
  await expect(ask({ ...attempt, amount: 3000 })).rejects.toMatchObject({ refusal: 'abandoned' })
  expect(await port.find(newAttempt())).toBeNull()
})

test('cancelled, the number is good no more; cancelled again, nothing happens', async () => {
  const attempt = await waiting()
  for (let n = 0; n < 2; n++) await port.void(attempt)
  expect(await port.find(attempt)).toMatchObject({ state: 'voided' })
  expect((await gateway.konbini(attempt.provider_order_id))?.status).toBe('CANCEL')
  // The stores' reports overtake each other: money that was paid in that moment is found.
  await gateway.payAtKonbini(attempt.provider_order_id, true)
  expect(await port.find(attempt)).toMatchObject({ state: 'captured' })
})

test('a name in Latin letters is sent in full width, and kana as katakana', async () => {
  const attempt = newAttempt()
  const order = portTestOrder(attempt.amount)
  await port.authorise(attempt, source, { ...order, buyer: { ...order.buyer, name01: 'Smith', name02: 'Ann' } }, null)
  expect((await gateway.konbini(attempt.provider_order_id))?.customerName).toBe('Ｓｍｉｔｈ Ａｎｎ'.replace(' ', ''))
})

test('more than a コンビニ takes is refused', async () => {
  await expect(ask(newAttempt(300_000))).rejects.toBeInstanceOf(PaymentUnavailable)
})

const kinds = ['drop-before', 'drop-after', 'timeout-after', '500', 'truncate'] as const
test.each(kinds.flatMap((kind) => ['EntryTranCvs', 'ExecTranCvs'].map((api) => [kind, api] as const)))(
  '%s at %s: one number stands',
  async (kind, api) => {
    const attempt = newAttempt()
    await gateway.fault(api, kind)
    const answer = await again(() => ask(attempt))
    expect(answer).toMatchObject({ kind: 'awaiting' })
    expect(await port.find(attempt)).toMatchObject({ state: 'awaiting', reference: answer.reference })
  },
)
test.each(kinds.flatMap((kind) => ['CvsCancel', 'SearchTradeMulti'].map((api) => [kind, api] as const)))(
  '%s at %s: cancelled',
  async (kind, api) => {
    const attempt = await waiting()
    await gateway.fault(api, kind)
    await again(() => port.void(attempt))
    expect(await port.find(attempt)).toMatchObject({ state: 'voided' })
  },
)
