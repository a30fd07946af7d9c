import { type PaymentAttempt, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { portTestContact, portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { paidyPayload, reservedAndTakenOfPaidy, startPaidy } from '../testing/paidy.ts'
import { paidyPayments } from './payments.ts'

const paidy = await startPaidy()
afterAll(paidy.stop)
afterEach(() => paidy.clearFaults())
const port = paidyPayments(paidy.settings)
const parcel = { carrier: 'yamato', tracking_no: '1' }

let count = 0
const newAttempt = (amount = 3000): PaymentAttempt => ({
  provider_order_id: `K261130-P${String(++count).padStart(5, '0')}`,
  amount,
  reference: {},
})
const asked = (at: PaymentAttempt, id: string) =>
  port.authorise(at, { kind: 'sheet_token', token: btoa(id), contact: portTestContact }, portTestOrder(at.amount), null)
const approved = async (changed: object = {}, of = newAttempt()) => ({
  attempt: of,
  id: await paidy.decide({ ...paidyPayload(of.amount, of.provider_order_id), ...changed }),
})
async function authorised() {
  const { attempt, id } = await approved()
  return { id, attempt: { ...attempt, reference: (await asked(attempt, id)).reference } }
}
const books = async (id: string) => reservedAndTakenOfPaidy(await paidy.payment(id))

describe('what the browser says is not believed', () => {
  test('an approval of another order, an unknown one, and what is no number at all pay nothing', async () => {
    const { id } = await approved()
    for (const said of [id, 'pay_UNKNOWN', '../payments/x', 'tok_1'])
      await expect(asked(newAttempt(), said)).rejects.toMatchObject({ refusal: 'not_accepted' })
    expect(await books(id)).toEqual({ reserved: 3000, taken: 0 })
  })

  test('a test’s approval pays nothing in a shop with live keys', async () => {
    const mixed = await startPaidy({ env: { SANDBOX_PAIDY_SECRET_KEY: 'sk_live_1' } })
    const attempt = newAttempt()
    const id = await mixed.decide(paidyPayload(3000, attempt.provider_order_id))
    const live = paidyPayments({ ...mixed.settings, secret_key: 'sk_live_1' })
    const source = { kind: 'sheet_token', token: btoa(id), contact: portTestContact } as const
    await expect(live.authorise(attempt, source, portTestOrder(3000), null)).rejects.toMatchObject({
      refusal: 'not_accepted',
    })
    expect(await live.find({ ...attempt, reference: { charge_id: id } })).toBeNull()
    await mixed.stop()
  })

  test.each([2999, 3001])('approved for %i yen instead of 3,000: given back', async (amount) => {
    const attempt = newAttempt()
    const id = await paidy.decide(paidyPayload(amount, attempt.provider_order_id))
    const at = { ...attempt, reference: { charge_id: id } }
    expect((await port.find(at))?.state).toBe('refused')
    await expect(asked(attempt, id)).rejects.toMatchObject({ refusal: 'abandoned' })
    expect(await books(id)).toEqual({ reserved: 0, taken: 0 })
  })

  test('rejected', async () => {
    const attempt = newAttempt()
    const id = await paidy.decide(paidyPayload(3000, attempt.provider_order_id), 'reject')
    await expect(asked(attempt, id)).rejects.toMatchObject({ refusal: 'examination' })
  })
})

describe('less than was approved, where a capture takes all of it', () => {
  test('the surplus goes back; cut off before that, it is not captured yet, and the next try or a cancellation ends it', async () => {
    for (const end of ['capture', 'void'] as const) {
      const { attempt, id } = await authorised()
      const lower = { ...attempt, amount: 2500, reference: await port.change(attempt, 2500, portTestOrder(2500)) }
      await paidy.fault('refund', 'drop-before')
      await expect(port.capture(lower, parcel)).rejects.toBeInstanceOf(PaymentUnavailable)
      expect(await books(id)).toEqual({ reserved: 0, taken: 3000 })
      expect(await port.find(lower)).toMatchObject({ state: 'authorised', amount: 2500 })
      await port[end](lower, parcel)
      expect(await books(id)).toEqual({ reserved: 0, taken: end === 'capture' ? 2500 : 0 })
    }
  })

  test('refunds count without it', async () => {
    const { attempt, id } = await authorised()
    const lower = { ...attempt, amount: 2500, reference: await port.change(attempt, 2500, portTestOrder(2500)) }
    await port.capture(lower, parcel)
    await port.refund(lower, 700)
    expect(await port.find(lower)).toMatchObject({ state: 'refunded', amount: 2500, refunded_amount: 700 })
    expect(await books(id)).toEqual({ reserved: 0, taken: 1800 })
  })
})

test('lapsed: nothing is captured, and the record says until when it could be', async () => {
  const { attempt, id } = await authorised()
  const { capture_until } = (await port.find(attempt))!
  expect((capture_until!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
  await paidy.age(id, 31)
  await expect(port.capture(attempt, parcel)).rejects.toBeInstanceOf(PaymentRefused)
  expect((await port.find(attempt))?.state).toBe('voided')
})

test('an approval says whose it is while it stands, and is given back once', async () => {
  const { attempt, id } = await approved()
  const { approvals } = port
  expect(await approvals!.standing(id)).toEqual({ provider_order_id: attempt.provider_order_id, shop_id: 2 })
  for (let n = 0; n < 2; n++) await approvals!.close(id)
  expect(await approvals!.standing(id)).toBeNull()
  expect(await approvals!.standing('pay_UNKNOWN')).toBeNull()
  const wrong = paidyPayments({ ...paidy.settings, secret_key: 'sk_test_other' })
  await expect(wrong.approvals!.standing(id)).rejects.toBeInstanceOf(PaymentUnavailable)
})
