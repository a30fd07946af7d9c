import { type PaymentAttempt, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { portTestContact, portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import type { CardSheet } from '@kushi/values/payment-method'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { applePayToken, googlePayToken, SHEET_PAN, startGmoWallets } from '../testing/gmo-wallets.ts'
import { gmoSheet } from './sheet.ts'

const gmo = await startGmoWallets()
afterAll(gmo.stop)
afterEach(() => gmo.clearFaults())
const ports = { apple_pay: gmoSheet(gmo.settings, 'apple_pay'), google_pay: gmoSheet(gmo.settings, 'google_pay') }
const BACK = 'https://shop.example/v1/payment/gmo-wallet/return'
const parcel = { carrier: 'yamato', tracking_no: '1' }

let count = 0
const newAttempt = (): PaymentAttempt => ({
  provider_order_id: `K261130-S${String(++count).padStart(5, '0')}`,
  amount: 3300,
  reference: {},
})
const asked = (at: PaymentAttempt, token: string, sheet: CardSheet = 'apple_pay') =>
  ports[sheet].authorise(at, { kind: 'sheet_token', token, contact: portTestContact }, portTestOrder(at.amount), BACK)
const refusedBy = async (work: Promise<unknown>) => {
  const error = await work.catch((one: unknown) => one)
  if (!(error instanceof PaymentRefused)) throw new Error(`not refused: ${String(error)}`)
  return { refusal: error.refusal, info: error.info }
}
/** The token with a part of its plain JSON replaced. */
const altered = (token: string, said: string | RegExp, instead: string) => {
  const plain = Buffer.from(token, 'base64').toString()
  expect(plain).toMatch(said)
  return Buffer.from(plain.replace(said, instead)).toString('base64')
}

describe('the charge', () => {
  test('Apple Pay: no 3-D Secure, and no more of the customer than the name', async () => {
    const at = newAttempt()
    expect(await asked(at, applePayToken(3300))).toMatchObject({ kind: 'authorised' })
    expect(await gmo.order(at.provider_order_id)).toMatchObject({
      walletType: 'APPLE_PAY',
      payerName: '久志 花子',
      payerEmail: '',
      status: 'AUTH',
    })
  })

  test('Google Pay by a card of a device: at once; by another: on the page of its bank first', async () => {
    const [device, other] = [newAttempt(), newAttempt()]
    expect(await asked(device, googlePayToken(), 'google_pay')).toMatchObject({ kind: 'authorised' })
    const answer = await asked(other, googlePayToken('PAN_ONLY'), 'google_pay')
    if (answer.kind !== 'redirect') throw new Error(answer.kind)
    expect(await gmo.order(other.provider_order_id)).toMatchObject({ payerEmail: 'hanako@example.jp' })
    const back = new URL((await gmo.authenticate(answer.redirect_url))!)
    const p = JSON.parse(Buffer.from(back.searchParams.get('p')!, 'base64url').toString())
    expect(p).toMatchObject({ csrfToken: answer.return_key, event: 'TDS2' })
    const returned = { ...other, reference: answer.reference }
    expect(await ports.google_pay.finish(returned)).toMatchObject({ kind: 'authorised' })
    expect(await ports.google_pay.finish(returned)).toMatchObject({ kind: 'authorised' })
  })

  test('a browser that comes back without having passed 3-D Secure pays nothing', async () => {
    for (const pass of ['N', null] as const) {
      const at = newAttempt()
      const answer = await asked(at, googlePayToken('PAN_ONLY'), 'google_pay')
      if (answer.kind !== 'redirect') throw new Error(answer.kind)
      if (pass) await gmo.authenticate(answer.redirect_url, pass)
      const { refusal } = await refusedBy(ports.google_pay.finish({ ...at, reference: answer.reference }))
      expect(refusal).toBe(pass ? 'not_accepted' : 'abandoned')
      expect(await gmo.order(at.provider_order_id)).toMatchObject({ status: 'AUTHENTICATED' })
    }
  })

  test('the card company refuses; the next token under the same number begins nothing new', async () => {
    const at = newAttempt()
    expect(await refusedBy(asked(at, applePayToken(3300, SHEET_PAN.refused)))).toMatchObject({
      refusal: 'not_accepted',
      info: expect.stringContaining('card-refused'),
    })
    expect(await refusedBy(asked(at, applePayToken(3300)))).toMatchObject({ refusal: 'abandoned' })
    expect(await gmo.order(at.provider_order_id)).toMatchObject({ status: 'UNPROCESSED' })
  })

  test('a token is good once, for the amount that was approved', async () => {
    const token = applePayToken(3300)
    await asked(newAttempt(), token)
    expect(await refusedBy(asked(newAttempt(), token))).toMatchObject({ refusal: 'not_accepted' })
    expect(await refusedBy(asked(newAttempt(), applePayToken(3000)))).toMatchObject({
      info: expect.stringContaining('invalid-amount'),
    })
  })

  test('an answer that was lost: asked again with another token, it is one charge', async () => {
    const at = newAttempt()
    await gmo.fault('credit/charge', 'drop-after')
    await expect(asked(at, applePayToken(3300))).rejects.toBeInstanceOf(PaymentUnavailable)
    expect(await asked(at, applePayToken(3300))).toMatchObject({ kind: 'authorised' })
    expect((await gmo.orders()).filter(({ orderId }) => orderId === at.provider_order_id)).toHaveLength(1)
  })

  test('an answer that sends nobody away, and an inquiry that knows of no money: no answer, and not paid', async () => {
    const sent = globalThis.fetch
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
      const answer = await sent(...args)
      if (!String(args[0]).endsWith('order/inquiry')) return answer
      return new Response((await answer.text()).replace('"AUTH"', '"UNPROCESSED"'), answer)
    })
    await expect(asked(newAttempt(), applePayToken(3300))).rejects.toBeInstanceOf(PaymentUnavailable)
    spy.mockRestore()
  })

  test.each([
    ['no Base64', () => 'x'],
    ['no JSON', () => Buffer.from('token').toString('base64')],
    ['another version', () => altered(applePayToken(3300), 'EC_v1', 'EC_v0')],
    ['no signature', () => altered(applePayToken(3300), /"signature":"[^"]+"/, '"signature":""')],
    ['no header', () => altered(applePayToken(3300), '"header"', '"head"')],
  ])('the simulator refuses a token of Apple with %s', async (_, token) => {
    expect(await refusedBy(asked(newAttempt(), token()))).toMatchObject({
      info: expect.stringContaining('invalid-token'),
    })
  })

  test.each([
    ['another version', 'ECv2', 'ECv1'],
    ['no signature', '"signatures"', '"signed"'],
    ['no message', '"signedMessage"', '"message"'],
  ])('the simulator refuses a token of Google with %s', async (_, said, instead) => {
    const token = altered(googlePayToken(), said, instead)
    expect(await refusedBy(asked(newAttempt(), token, 'google_pay'))).toMatchObject({
      info: expect.stringContaining('invalid-token'),
    })
  })

  test('the token of one sheet is none of the other', async () => {
    await refusedBy(asked(newAttempt(), applePayToken(3300), 'google_pay'))
    await refusedBy(asked(newAttempt(), googlePayToken(), 'apple_pay'))
  })
})

describe('the amount', () => {
  const charged = async (pan: string) => {
    const at = newAttempt()
    const { reference } = await asked(at, applePayToken(3300, pan))
    return { ...at, reference }
  }
  const port = ports.apple_pay

  test('of Visa by Apple Pay is never made less: GMO has no way', async () => {
    let at = await charged(SHEET_PAN.visa)
    expect(await refusedBy(port.change(at, 3000, portTestOrder(3000)))).toMatchObject({ refusal: 'not_accepted' })
    expect(await port.change(at, 3300, portTestOrder(3300))).toMatchObject({ access_id: expect.anything() })
    at = { ...at, reference: await port.capture(at, parcel) }
    expect(await refusedBy(port.refund(at, 300))).toMatchObject({ refusal: 'not_accepted' })
    await port.refund(at, 3300)
    expect(await port.find(at)).toMatchObject({ state: 'refunded', refunded_amount: 3300 })
  })

  test('of another brand is lowered when it is captured', async () => {
    let at = await charged(SHEET_PAN.jcb)
    at = { ...at, amount: 3000, reference: await port.change(at, 3000, portTestOrder(3000)) }
    await port.capture(at, parcel)
    expect(await gmo.order(at.provider_order_id)).toMatchObject({ status: 'SALES', amount: 3000 })
  })
})
