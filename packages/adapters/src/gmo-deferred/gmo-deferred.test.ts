import { type PaymentAttempt, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { deferredAttempt, deferredOrder, startDeferred } from '../testing/deferred.ts'
import { gmoDeferredPayment } from './gmo-deferred.ts'

const { sandbox, gmoDeferred, gmoDeferredSettings: settings, stop } = await startDeferred()
afterAll(stop)
afterEach(gmoDeferred.clearFaults)
afterEach(() => sandbox.reset())

const port = gmoDeferredPayment(settings)
const source = { kind: 'invoice' } as const
const parcel = { carrier: 'yamato', tracking_no: '1234-5678-9012' }
const authorise = (attempt: PaymentAttempt, more = {}) =>
  port.authorise(attempt, source, deferredOrder(attempt.amount, more), null)
const registered = async (amount = 3300, more = {}) => {
  const attempt = deferredAttempt(amount)
  const { reference } = await authorise(attempt, more)
  return { ...attempt, reference }
}
/** An attempt as the shop stores it, with the shipping report's data in the reference. */
const shipped = async () => {
  const attempt = await registered()
  return { ...attempt, reference: await port.capture(attempt, parcel) }
}
const key = (attempt: PaymentAttempt) => ({ gmo_transaction_id: attempt.reference.gmo_transaction_id })

describe('registration', () => {
  test('OK, held and not examined yet', async () => {
    const attempt = deferredAttempt()
    expect(await authorise(attempt)).toEqual({
      kind: 'authorised',
      reference: { gmo_transaction_id: expect.stringMatching(/^G\d{10}$/) },
    })
    expect(await gmoDeferred.transactions(attempt.provider_order_id)).toMatchObject([
      {
        billed_amount: 3300,
        payment_type: '2',
        buyer: { name: '久志　花子', zip: '1500001', tel: '09012345678' },
        details: [{ detailName: 'シャンプー' }, { detailName: '送料' }, { detailName: '割引', detailPrice: -250 }],
      },
    ])
    expect(await authorise(deferredAttempt(), { name01: '保留' })).toMatchObject({ kind: 'held', reasons: [] })
    expect(await authorise(deferredAttempt(), { phone_number: '09000000040' })).toMatchObject({
      kind: 'held',
      reasons: [],
    })
  })

  test('NG: refused by the examination', async () => {
    const attempt = deferredAttempt()
    await expect(authorise(attempt, { name01: '否認' })).rejects.toMatchObject({
      refusal: 'examination',
      info: 'NG',
    })
    expect(await port.find(attempt)).toMatchObject({ state: 'refused', amount: 3300 })
    await expect(authorise(deferredAttempt(165_001))).rejects.toMatchObject({ refusal: 'examination', info: 'NG' })
  })

  test.each([
    ['name', { name01: '長'.repeat(11), name02: '長'.repeat(10) }],
    ['address', { address: `東京都渋谷区神宮前${'1'.repeat(47)}` }],
    ['phone_number', { phone_number: '0901234567' }],
    ['name', { name01: '😀' }],
  ])('%s that is too long for a bill is not sent', async (info, more) => {
    await expect(authorise(deferredAttempt(), more)).rejects.toMatchObject({ refusal: 'address', info })
    expect(await (await fetch(`${gmoDeferred.base}/transactions.json`)).json()).toEqual({ transactions: [] })
  })

  test('an address that the provider rejects: correct it or pay another way', async () => {
    const more = { postal_code01: '530', postal_code02: '0001' }
    await expect(authorise(deferredAttempt(), more)).rejects.toMatchObject({ refusal: 'address', info: 'CT9022' })
  })

  test('a registration is found, not made again', async () => {
    const attempt = deferredAttempt()
    const first = await authorise(attempt)
    expect(await authorise(attempt)).toEqual(first)
    expect(await gmoDeferred.transactions(attempt.provider_order_id)).toHaveLength(1)
  })
})

describe('the states of a bill', () => {
  test('staff at the provider decide what is held', async () => {
    for (const [verdict, state] of [
      ['ok', 'authorised'],
      ['ng', 'refused'],
    ] as const) {
      const attempt = await registered(3300, { name01: '保留' })
      expect(await port.find(attempt)).toMatchObject({ state: 'held' })
      await gmoDeferred.decide(key(attempt), verdict)
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
    const reference = { ...key(attempt), pdcompanycode: '12', slipno: '1234-5678-9012' }
    expect(await port.capture(attempt, parcel)).toEqual(reference)
    await port.capture({ ...attempt, reference: {} }, parcel)
    expect(await port.find(attempt)).toMatchObject({ state: 'captured', amount: 3300 })
    const { pdcompanycode, slipno } = reference
    expect(await gmoDeferred.transactions(attempt.provider_order_id)).toMatchObject([{ pdcompanycode, slipno }])
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
    const attempt = await shipped()
    for (const refunded of [1000, 1000, 2000]) {
      await port.refund(attempt, refunded)
      expect(await port.find(attempt)).toMatchObject({ state: 'refunded', amount: 3300, refunded_amount: refunded })
    }
    const [bill] = await gmoDeferred.transactions(attempt.provider_order_id)
    expect(bill).toMatchObject({ billed_amount: 1300, is_shipped: true, slipno: '1234-5678-9012' })
    await port.refund(attempt, 3300)
    await port.refund(attempt, 3300)
    expect(await port.find(attempt)).toMatchObject({ state: 'refunded', refunded_amount: 3300 })
  })

  test('a smaller refund than before leaves the bill unchanged, also when the last report was lost', async () => {
    const attempt = await shipped()
    await port.refund(attempt, 600)
    await port.refund(attempt, 300)
    expect(await port.find(attempt)).toMatchObject({ state: 'refunded', refunded_amount: 600 })
    await gmoDeferred.fault('pdrequest.do', 'drop-before')
    await expect(port.refund(attempt, 900)).rejects.toThrow(PaymentUnavailable)
    await port.refund(attempt, 300)
    const [bill] = await gmoDeferred.transactions(attempt.provider_order_id)
    expect(bill).toMatchObject({ billed_amount: 2400, is_shipped: true })
  })

  test('the provider can’t refund what the buyer has paid', async () => {
    const attempt = await shipped()
    await gmoDeferred.pay(key(attempt))
    await expect(port.refund(attempt, 3300)).rejects.toThrow(PaymentRefused)
    expect(await port.find(attempt)).toMatchObject({ state: 'captured' })
  })

  test('changed to a lower and a higher amount', async () => {
    const attempt = await registered()
    await port.change(attempt, 5000, deferredOrder(5000))
    expect(await port.find(attempt)).toMatchObject({ state: 'authorised', amount: 5000 })
    await expect(port.change(attempt, 165_001, deferredOrder(165_001))).rejects.toMatchObject({
      refusal: 'examination',
    })
  })

  test('a long list of goods becomes eleven rows that add up', async () => {
    const attempt = deferredAttempt(3000)
    const rows = Array.from({ length: 15 }, (_, n) => ({ name: `品${n}`, price: 100, quantity: 2 }))
    await port.authorise(attempt, source, { ...deferredOrder(3000), rows }, null)
    const [bill] = (await gmoDeferred.transactions(attempt.provider_order_id)) as [{ details: object[] }]
    expect(bill.details).toHaveLength(11)
    expect(bill.details.at(-1)).toEqual({ detailName: 'その他', detailPrice: 1000, detailQuantity: 1 })
  })
})

const kinds = ['timeout-after', '500', 'truncate', 'drop-before', 'drop-after', 'error:CT0049']
describe.each(kinds)('%s: no answer, and nothing happens twice', (kind) => {
  test('registration', async () => {
    const attempt = deferredAttempt()
    await gmoDeferred.fault('transaction.do', kind)
    await expect(authorise(attempt)).rejects.toThrow(PaymentUnavailable)
    const done = /after|truncate/.test(kind)
    expect(await port.find(attempt)).toEqual(done ? expect.objectContaining({ state: 'authorised' }) : null)
    await authorise(attempt)
    expect(await gmoDeferred.transactions(attempt.provider_order_id)).toHaveLength(1)
    await gmoDeferred.fault('getauthor.do', kind)
    await expect(authorise(attempt)).rejects.toThrow(PaymentUnavailable)
  })

  test('parcel, cancellation, partial refund', async () => {
    const one = await registered()
    await gmoDeferred.fault('pdrequest.do', kind)
    await expect(port.capture(one, parcel)).rejects.toThrow(PaymentUnavailable)
    const sent = { ...one, reference: await port.capture(one, parcel) }
    for (const api of ['modifycancelpdrequest.do', 'modifycanceltransaction.do', 'pdrequest.do']) {
      await gmoDeferred.fault(api, kind)
      await expect(port.refund(sent, 1000)).rejects.toThrow(PaymentUnavailable)
    }
    await port.refund(sent, 1000)
    expect(await port.find(sent)).toMatchObject({ state: 'refunded', refunded_amount: 1000 })
    const [bill] = await gmoDeferred.transactions(one.provider_order_id)
    expect(bill).toMatchObject({ billed_amount: 2300, is_shipped: true, is_cancelled: false })
    const two = await registered()
    await gmoDeferred.fault('modifycanceltransaction.do', kind)
    await expect(port.void(two)).rejects.toThrow(PaymentUnavailable)
    await port.void(two)
    expect(await port.find(two)).toMatchObject({ state: 'voided' })
  })
})

test.each(['authentication_id', 'shop_code', 'connect_password'] as const)(
  'a wrong %s is not an address error',
  async (name) => {
    const wrong = gmoDeferredPayment({ ...settings, [name]: 'wrong' })
    await expect(wrong.authorise(deferredAttempt(), source, deferredOrder(3300), null)).rejects.toThrow(
      PaymentUnavailable,
    )
  },
)
