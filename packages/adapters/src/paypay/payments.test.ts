import { PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { portTestContact, portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startPayPay } from '../testing/paypay.ts'
import { paypayPayments } from './payments.ts'

const paypay = await startPayPay()
afterAll(paypay.stop)
afterEach(() => paypay.clearFaults())
const port = paypayPayments(paypay.settings)
const parcel = { carrier: 'yamato', tracking_no: '1' }

let count = 0
/** A customer at PayPay's page. */
async function sent(settings: Partial<typeof paypay.settings> = {}) {
  const attempt = { provider_order_id: `K261129-${String(++count).padStart(6, '0')}`, amount: 3300, reference: {} }
  const by = paypayPayments({ ...paypay.settings, ...settings })
  const answer = await by.authorise(
    attempt,
    { kind: 'provider_page', contact: portTestContact },
    portTestOrder(3300),
    'http://localhost/back',
  )
  if (answer.kind !== 'redirect') throw new Error(answer.kind)
  return { at: { ...attempt, reference: answer.reference }, ...answer }
}
async function authorised() {
  const { at, redirect_url } = await sent()
  await paypay.press(redirect_url, 'pay')
  const { reference } = await port.finish(at)
  return { ...at, reference }
}
const stateOf = async (id: string) => (await paypay.payment(id))?.status

describe('on the page', () => {
  test('the browser comes back with the key of its attempt, the same for a repeated request', async () => {
    const { redirect_url, return_key } = await sent()
    expect(return_key).toMatch(/^[\w-]{43}$/)
    expect(await paypay.press(redirect_url, 'pay')).toBe(`http://localhost/back?key=${return_key}`)
  })

  test('やめる: refused, and the page takes no money any more', async () => {
    const { at, redirect_url } = await sent()
    await paypay.press(redirect_url, 'cancel')
    await expect(port.finish(at)).rejects.toMatchObject({ refusal: 'cancelled' })
    await paypay.press(redirect_url, 'pay')
    expect(await stateOf(at.provider_order_id)).toBe('CANCELED')
  })

  test('too little on the account: nothing happens, and it can be paid after that', async () => {
    const { at, redirect_url } = await sent()
    expect(await paypay.press(redirect_url, 'short')).toBeNull()
    expect(await port.find(at)).toMatchObject({ state: 'waiting' })
    await paypay.press(redirect_url, 'pay')
    expect(await port.finish(at)).toMatchObject({ kind: 'authorised' })
  })

  test('an order that is given up: its page is closed, also if the customer pays in that moment', async () => {
    const [open, paid] = [await sent(), await sent()]
    await port.void(open.at)
    expect(await stateOf(open.at.provider_order_id)).toBe('CANCELED')
    await paypay.press(paid.redirect_url, 'leave')
    await port.void(paid.at)
    expect(await stateOf(paid.at.provider_order_id)).toBe('CANCELED')
  })

  test('while PayPay does not let the code be deleted, there is no answer and not a refusal', async () => {
    const { at } = await sent()
    await paypay.fault('deleteCode', 'error:DYNAMIC_QR_ALREADY_PAID')
    await expect(port.finish(at)).rejects.toBeInstanceOf(PaymentUnavailable)
    await expect(port.finish(at)).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('a code that PayPay does not list before it is paid counts as waiting', async () => {
    const { at } = await sent()
    await paypay.fault('getCodePayment', 'error:DYNAMIC_QR_PAYMENT_NOT_FOUND')
    expect(await port.find(at)).toMatchObject({ state: 'waiting' })
  })
})

describe('afterwards', () => {
  test('less than was authorised is captured when the order became cheaper', async () => {
    const at = await authorised()
    const reference = await port.change(at, 3000, portTestOrder(3000))
    await port.capture({ ...at, amount: 3000, reference }, parcel)
    expect(await paypay.payment(at.provider_order_id)).toMatchObject({ status: 'COMPLETED', captured: 3000 })
    await expect(port.change(at, 3301, portTestOrder(3301))).rejects.toMatchObject({ refusal: 'limit' })
  })

  test.each(['"soon"', '-1', '4102444800000000', '[]'])(
    'a time of expiry that is none (%s) says nothing, and the payment stands',
    async (said) => {
      const at = await authorised()
      const real = fetch
      vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...asked) => {
        const res = await real(...asked)
        return new Response((await res.text()).replace(/"expiresAt":\d+/, `"expiresAt":${said}`), res)
      })
      expect(await port.finish(at)).toEqual({ kind: 'authorised', reference: expect.anything() })
    },
  )

  test('it says until when the money is reserved', async () => {
    const { at, redirect_url } = await sent()
    await paypay.press(redirect_url, 'pay')
    const { capture_until } = (await port.find(at))!
    expect(await port.finish(at)).toMatchObject({ kind: 'authorised', capture_until })
    expect((capture_until!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(31, 2)
  })

  test('an authorisation that has expired is refused at the capture', async () => {
    const at = await authorised()
    await paypay.age(at.provider_order_id, 40)
    await expect(port.capture(at, parcel)).rejects.toMatchObject({ info: expect.stringContaining('ORDER_EXPIRED') })
    expect(await port.find(at)).toMatchObject({ state: 'voided' })
  })

  test('more days than the contract grants are refused before anybody can pay', async () => {
    await expect(sent({ authorization_days: 60 })).rejects.toMatchObject({
      info: expect.stringContaining('PRE_AUTH_CAPTURE_INVALID_EXPIRY_DATE'),
    })
    expect(await sent({ authorization_days: 20 })).toMatchObject({ kind: 'redirect' })
  })

  test('a refund that fails later counts no more, and the next request is a new one', async () => {
    const at = await authorised()
    await port.capture(at, parcel)
    const reference = await port.refund(at, 1000)
    await paypay.failRefund(`${at.provider_order_id}-R1000`)
    expect(await port.find({ ...at, reference })).toMatchObject({ state: 'captured', refunded_amount: 0 })
    const again = { ...at, reference: await port.refund({ ...at, reference }, 1000) }
    expect(await port.find(again)).toMatchObject({ state: 'refunded', refunded_amount: 1000, is_refund_open: false })
  })

  test('a refund whose answer was lost and that failed is asked for by another id', async () => {
    const at = await authorised()
    await port.capture(at, parcel)
    await port.refund(at, 1000)
    await paypay.failRefund(`${at.provider_order_id}-R1000`)
    // Ours knows of none: its answer never came.
    const again = { ...at, reference: await port.refund(at, 1000) }
    expect(await port.find(again)).toMatchObject({ state: 'refunded', refunded_amount: 1000, is_refund_open: false })
  })

  test('a second refund that the contract does not allow is refused, and the first one stands', async () => {
    const at = await authorised()
    await port.capture(at, parcel)
    const reference = await port.refund(at, 1000)
    await paypay.fault('refund', 'error:UNACCEPTABLE_OP')
    await expect(port.refund({ ...at, reference }, 1500)).rejects.toMatchObject({ refusal: 'not_accepted' })
    expect(await port.find({ ...at, reference })).toMatchObject({ refunded_amount: 1000 })
  })

  test.each(['UNAUTHORIZED', 'RATE_LIMIT', 'OPA_CLIENT_NOT_FOUND', 'MAINTENANCE_MODE'])(
    '%s says nothing of the payment',
    async (code) => {
      const at = await authorised()
      await paypay.fault('capture', `error:${code}`)
      await expect(port.capture(at, parcel)).rejects.toBeInstanceOf(PaymentUnavailable)
    },
  )
})
