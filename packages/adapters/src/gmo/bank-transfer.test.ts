import { type PaymentAttempt, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startGmoGateway } from '../testing/gateway.ts'
import { gmoBankTransfer } from './bank-transfer.ts'

const gateway = await startGmoGateway()
afterAll(gateway.stop)
afterEach(() => gateway.clearFaults())
const port = gmoBankTransfer(gateway.settings)

const parcel = { carrier: 'yamato', tracking_no: '123456789012' }
const source = { kind: 'bank_transfer', pay_within_days: 3 } as const
let count = 0
const newAttempt = (amount = 5000): PaymentAttempt => ({
  provider_order_id: `K261121-GANB${++count}`,
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
  return { ...attempt, reference: answer.reference, awaited: answer.awaited }
}
const amountsOf = async (attempt: PaymentAttempt) => (await port.find(attempt))!.transfers!.map(({ amount }) => amount)

test('an account is issued, paid by one transfer, and nothing is given back', async () => {
  const attempt = await waiting()
  const { slip, pay_until } = attempt.awaited
  expect(slip).toEqual({
    ...{ bank_code: '0310', bank_name: 'ジーエムオーアオゾラネット', branch_code: '503', branch_name: 'テスト' },
    ...{ deposit_type: 1, account_number: expect.stringMatching(/^\d{7}$/), account_holder: 'テストショップ' },
  })
  expect(pay_until.toISOString()).toMatch(/T14:59:59\.000Z$/)
  const days = (pay_until.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(4)
  expect(await port.find(attempt)).toMatchObject({
    state: 'awaiting',
    amount: 5000,
    transfers: [],
    awaited: attempt.awaited,
  })
  await gateway.transfer(attempt.provider_order_id, 5000, { name: 'ﾔﾏｸﾞﾁ ﾊﾅｺ' })
  expect(await port.find(attempt)).toMatchObject({
    state: 'captured',
    amount: 5000,
    transfers: [
      { amount: 5000, remitter_name: 'ﾔﾏｸﾞﾁ ﾊﾅｺ', transferred_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ],
  })
  expect(await ask(attempt)).toMatchObject({ kind: 'authorised', transfers: [{ amount: 5000 }] })
  expect(await port.capture(attempt, parcel)).toEqual(attempt.reference)
  await expect(port.refund(attempt, 5000)).rejects.toBeInstanceOf(PaymentRefused)
  await expect(port.void(attempt)).rejects.toBeInstanceOf(PaymentUnavailable)
})

test('too little waits, its rest pays, and the same again on the same day is another transfer', async () => {
  const attempt = await waiting()
  await gateway.transfer(attempt.provider_order_id, 2500)
  const part = await port.find(attempt)
  expect(part).toMatchObject({ state: 'awaiting', transfers: [{ amount: 2500 }] })
  expect(await ask(attempt)).toMatchObject({ kind: 'awaiting', transfers: [{ amount: 2500 }] })
  for (let n = 0; n < 2; n++) await gateway.transfer(attempt.provider_order_id, 2500)
  const more = await port.find(attempt)
  expect(more).toMatchObject({ state: 'captured' })
  const keys = more!.transfers!.map(({ transfer_key }) => transfer_key)
  expect(new Set(keys).size).toBe(3)
  // Known before, it keeps its key; nobody's name is in it.
  expect(keys).toContain(part!.transfers![0]!.transfer_key)
  expect(keys.join()).not.toContain('ﾔﾏｸﾞﾁ')
})

test('stopped, what was under way is found', async () => {
  const attempt = await waiting()
  await gateway.transfer(attempt.provider_order_id, 1000)
  for (let n = 0; n < 2; n++) await port.void(attempt)
  expect(await port.find(attempt)).toMatchObject({ state: 'voided', transfers: [{ amount: 1000 }] })
  await gateway.transfer(attempt.provider_order_id, 4000, { isLate: true })
  expect(await port.find(attempt)).toMatchObject({ state: 'voided' })
  expect(await amountsOf(attempt)).toEqual([1000, 4000])
})

test('asked again it is the same account, and another amount is refused', async () => {
  const attempt = await waiting()
  expect(await ask(attempt)).toMatchObject({ kind: 'awaiting', awaited: attempt.awaited })
  await expect(ask({ ...attempt, amount: 3000 })).rejects.toMatchObject({ refusal: 'abandoned' })
  expect(await port.find(newAttempt())).toBeNull()
})

const kinds = ['drop-before', 'drop-after', 'timeout-after', '500', 'truncate'] as const
test.each(kinds.flatMap((kind) => ['EntryTranGANB', 'ExecTranGANB'].map((api) => [kind, api] as const)))(
  '%s at %s: one account stands',
  async (kind, api) => {
    const attempt = newAttempt()
    await gateway.fault(api, kind)
    const answer = await again(() => ask(attempt))
    expect(answer).toMatchObject({ kind: 'awaiting' })
    expect(await port.find(attempt)).toMatchObject({ state: 'awaiting', reference: answer.reference })
  },
)
test.each(kinds.flatMap((kind) => ['CancelTranGANB', 'SearchTradeMulti'].map((api) => [kind, api] as const)))(
  '%s at %s: stopped',
  async (kind, api) => {
    const attempt = await waiting()
    await gateway.fault(api, kind)
    await again(() => port.void(attempt))
    expect(await port.find(attempt)).toMatchObject({ state: 'voided' })
  },
)
test.each(kinds)('%s at InquiryTransferGANB: no transfer is missed, none counts for less', async (kind) => {
  const attempt = await waiting()
  for (const amount of [1000, 2000]) await gateway.transfer(attempt.provider_order_id, amount)
  await gateway.fault('InquiryTransferGANB', kind)
  await expect(port.find(attempt)).rejects.toBeInstanceOf(PaymentUnavailable)
  await gateway.clearFaults()
  expect(await amountsOf(attempt)).toEqual([1000, 2000])
})
