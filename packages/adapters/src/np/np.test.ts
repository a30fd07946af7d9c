import { type PaymentAttempt, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { deferredAttempt, deferredOrder, startDeferred } from '../testing/deferred.ts'
import { npPayment } from './np.ts'

const { sandbox, np, npSettings: settings, stop } = await startDeferred()
afterAll(stop)
afterEach(np.clearFaults)
afterEach(() => sandbox.reset())

const port = npPayment(settings)
const source = { kind: 'invoice' } as const
const parcel = { carrier: 'yamato', tracking_no: '1234-5678-9012' }
const authorise = (attempt: PaymentAttempt, more = {}) =>
  port.authorise(attempt, source, deferredOrder(attempt.amount, more), null)
const registered = async (amount = 3300, more = {}) => {
  const attempt = deferredAttempt(amount)
  const { reference } = await authorise(attempt, more)
  return { ...attempt, reference }
}
const key = (attempt: PaymentAttempt) => ({ np_transaction_id: attempt.reference.np_transaction_id })

describe('registration', () => {
  test('OK, held and not examined yet', async () => {
    const attempt = deferredAttempt()
    expect(await authorise(attempt)).toEqual({
      kind: 'authorised',
      reference: { np_transaction_id: expect.stringMatching(/^\d{11}$/) },
    })
    expect(await np.transactions(attempt.provider_order_id)).toMatchObject([
      {
        billed_amount: 3300,
        settlement_type: '02',
        customer: { name: '久志　花子', zip: '1500001', tel: '09012345678', email: 'hanako@example.jp' },
        goods: [{ goods_name: 'シャンプー' }, { goods_name: '送料' }, { goods_name: '割引', goods_price: -250 }],
      },
    ])
    expect(await authorise(deferredAttempt(), { name01: '保留' })).toMatchObject({ kind: 'held', reasons: ['RE014'] })
    expect(await authorise(deferredAttempt(), { phone_number: '09000000040' })).toMatchObject({
      kind: 'held',
      reasons: [],
    })
  })

  test('NG: refused by the examination', async () => {
    const attempt = deferredAttempt()
    await expect(authorise(attempt, { name01: '否認' })).rejects.toMatchObject({
      refusal: 'examination',
      info: 'RE003',
    })
    expect(await port.find(attempt)).toMatchObject({ state: 'refused', amount: 3300 })
    await expect(authorise(deferredAttempt(200_001))).rejects.toMatchObject({ refusal: 'examination', info: 'RE001' })
  })

  test.each([
    ['name', { name01: '長'.repeat(11), name02: '長'.repeat(10) }],
    ['address', { address: `東京都渋谷区神宮前${'1'.repeat(47)}` }],
    ['phone_number', { phone_number: '0901234567' }],
    ['name', { name01: '😀' }],
  ])('%s that is too long for a bill is not sent', async (info, more) => {
    await expect(authorise(deferredAttempt(), more)).rejects.toMatchObject({ refusal: 'address', info })
    expect(await (await fetch(`${np.base}/transactions.json`)).json()).toEqual({ transactions: [] })
  })

  test('an address that NP rejects: correct it or pay another way', async () => {
    const more = { postal_code01: '530', postal_code02: '0001' }
    await expect(authorise(deferredAttempt(), more)).rejects.toMatchObject({ refusal: 'address', info: 'E0100059' })
  })

  test('a registration is found, not made again', async () => {
    const attempt = deferredAttempt()
    const first = await authorise(attempt)
    expect(await authorise(attempt)).toEqual(first)
    expect(await np.transactions(attempt.provider_order_id)).toHaveLength(1)
  })
})

describe('the states of a bill', () => {
  test('staff at NP decide what is held', async () => {
    for (const [verdict, state] of [
      ['ok', 'authorised'],
      ['ng', 'refused'],
    ] as const) {
      const attempt = await registered(3300, { name01: '保留' })
      expect(await port.find(attempt)).toMatchObject({ state: 'held' })
      await np.decide(key(attempt), verdict)
      expect(await port.find({ ...attempt, reference: {} })).toMatchObject({ state, reference: key(attempt) })
    }
  })

  test('reported once when it ships', async () => {
    const attempt = await registered()
    expect(await port.find(attempt)).toEqual({
      state: 'authorised',
      amount: 3300,
      refunded_amount: 0,
      reference: key(attempt),
    })
    expect(await port.capture(attempt, parcel)).toEqual(key(attempt))
    await port.capture({ ...attempt, reference: {} }, parcel)
    expect(await port.find(attempt)).toMatchObject({ state: 'captured', amount: 3300 })
    expect(await np.transactions(attempt.provider_order_id)).toMatchObject([
      { pd_company_code: '59020', slip_no: '1234-5678-9012' },
    ])
  })

  test('cancelled before that; an unknown number needs no cancellation', async () => {
    const attempt = await registered()
    await port.void(attempt)
    await port.void(attempt)
    expect(await port.find(attempt)).toMatchObject({ state: 'voided', amount: 3300 })
    expect(await port.void(deferredAttempt())).toEqual({})
    expect(await port.find(deferredAttempt())).toBeNull()
  })

  test('refunded in parts and then in full, each once', async () => {
    const attempt = await registered()
    await port.capture(attempt, parcel)
    for (const refunded of [1000, 1000, 2000]) {
      await port.refund(attempt, refunded)
      expect(await port.find(attempt)).toMatchObject({ state: 'refunded', amount: 3300, refunded_amount: refunded })
    }
    expect(await np.transactions(`${attempt.provider_order_id}-R2`)).toMatchObject([
      { billed_amount: 1300, is_shipped: true },
    ])
    await port.refund(attempt, 3300)
    await port.refund(attempt, 3300)
    expect(await port.find(attempt)).toMatchObject({ state: 'refunded', refunded_amount: 3300 })
  })

  test('NP can’t refund what the buyer has paid', async () => {
    const attempt = await registered()
    await port.capture(attempt, parcel)
    await np.pay(key(attempt))
    await expect(port.refund(attempt, 3300)).rejects.toThrow(PaymentRefused)
    expect(await port.find(attempt)).toMatchObject({ state: 'captured' })
  })

  test('changed to a lower and a higher amount', async () => {
    const attempt = await registered()
    await port.change(attempt, 5000, deferredOrder(5000))
    expect(await port.find(attempt)).toMatchObject({ state: 'authorised', amount: 5000 })
    await expect(port.change(attempt, 200_001, deferredOrder(200_001))).rejects.toMatchObject({
      refusal: 'examination',
    })
  })
})

const kinds = ['timeout-after', '500', 'truncate', 'drop-before', 'drop-after', 'error:E0000999']
describe.each(kinds)('%s: no answer, and nothing happens twice', (kind) => {
  test('registration', async () => {
    const attempt = deferredAttempt()
    await np.fault('transactions', kind)
    await expect(authorise(attempt)).rejects.toThrow(PaymentUnavailable)
    const done = /after|truncate/.test(kind)
    expect(await port.find(attempt)).toEqual(done ? expect.objectContaining({ state: 'authorised' }) : null)
    await authorise(attempt)
    expect(await np.transactions(attempt.provider_order_id)).toHaveLength(1)
    await np.fault('authorizations/find', kind)
    await expect(authorise(attempt)).rejects.toThrow(PaymentUnavailable)
  })

  test('parcel, cancellation, partial refund', async () => {
    const one = await registered()
    await np.fault('shipments', kind)
    await expect(port.capture(one, parcel)).rejects.toThrow(PaymentUnavailable)
    await port.capture(one, parcel)
    for (const api of ['transactions/cancel', 'transactions/reregister']) {
      await np.fault(api, kind)
      await expect(port.refund(one, 1000)).rejects.toThrow(PaymentUnavailable)
    }
    await port.refund(one, 1000)
    expect(await port.find(one)).toMatchObject({ state: 'refunded', refunded_amount: 1000 })
    expect(await np.transactions(`${one.provider_order_id}-R2`)).toEqual([])
    const two = await registered()
    await np.fault('transactions/cancel', kind)
    await expect(port.void(two)).rejects.toThrow(PaymentUnavailable)
    await port.void(two)
    expect(await port.find(two)).toMatchObject({ state: 'voided' })
  })
})

test.each(['merchant_code', 'sp_code', 'terminal_id'] as const)('a wrong %s is not an address error', async (name) => {
  const wrong = npPayment({ ...settings, [name]: 'wrong' })
  await expect(wrong.authorise(deferredAttempt(), source, deferredOrder(3300), null)).rejects.toThrow(
    PaymentUnavailable,
  )
})

test('an explicit refusal that is not about the address is final too', async () => {
  await np.fault('transactions', 'error:E0100904')
  const refused = { refusal: 'not_accepted', info: 'E0100904' }
  await expect(port.authorise(deferredAttempt(), source, deferredOrder(3300), null)).rejects.toMatchObject(refused)
})
