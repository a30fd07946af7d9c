import { type PaymentAttempt, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { portTestContact, portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startGmoWallets } from '../testing/gmo-wallets.ts'
import { gmoWallet } from './wallet.ts'

const wallets = await startGmoWallets()
afterAll(wallets.stop)
afterEach(() => wallets.clearFaults())
const port = gmoWallet(wallets.settings, 'DOCOMO')
const parcel = { carrier: 'yamato', tracking_no: '1' }
const source = { kind: 'provider_page', contact: portTestContact } as const
const BACK = 'https://shop.example/v1/payment/gmo-wallet/return'

let count = 0
const newAttempt = (): PaymentAttempt => ({
  provider_order_id: `K261130-${String(++count).padStart(6, '0')}`,
  amount: 3300,
  reference: {},
})
/** A customer at the wallet's page. */
async function sent(by = port) {
  const attempt = newAttempt()
  const answer = await by.authorise(attempt, source, portTestOrder(3300), BACK)
  if (answer.kind !== 'redirect') throw new Error(answer.kind)
  return { at: { ...attempt, reference: answer.reference }, ...answer }
}
async function authorised(by = port) {
  const { at, redirect_url } = await sent(by)
  await wallets.press(redirect_url, 'pay')
  const { reference } = await by.finish(at)
  return { ...at, reference }
}
async function captured(by = port) {
  const at = await authorised(by)
  return { ...at, reference: await by.capture(at, parcel) }
}
const stateOf = async (id: string) => (await wallets.order(id))?.status

describe('on the page', () => {
  test('the browser comes back with the key of its attempt in `p`; GMO is told where its notices go, and no more of the customer than the name', async () => {
    const { at, redirect_url, return_key } = await sent()
    const back = new URL((await wallets.press(redirect_url, 'pay'))!)
    const p = JSON.parse(Buffer.from(back.searchParams.get('p')!, 'base64url').toString())
    expect(p).toMatchObject({ csrfToken: return_key, accessId: at.reference.access_id })
    expect(await wallets.order(at.provider_order_id)).toMatchObject({
      walletType: 'DOCOMO',
      payerName: '久志 花子',
      merchantName: '椿のしずく 髪とからだのための',
      webhookUrl: 'https://shop.example/v1/payment/gmo-wallet/notification',
    })
  })

  test('a request whose answer was lost is repeated, and leads to the same page', async () => {
    const attempt = newAttempt()
    await wallets.fault('wallet/charge', 'drop-after')
    const ask = () => port.authorise(attempt, source, portTestOrder(3300), BACK)
    await expect(ask()).rejects.toBeInstanceOf(PaymentUnavailable)
    const [again, later] = [await ask(), await ask()]
    expect(again).toMatchObject({ kind: 'redirect', redirect_url: expect.stringContaining('/pay/') })
    expect(later).toEqual(again)
  })

  test('under another amount a number that GMO has is abandoned, also after it was paid', async () => {
    const { at, redirect_url } = await sent()
    const other = { ...at, amount: 2000 }
    const ask = () => port.authorise(other, source, portTestOrder(2000), BACK)
    // The key of the first request says no more than that: GMO is still at work, or has another one.
    await expect(ask()).rejects.toBeInstanceOf(PaymentUnavailable)
    await wallets.press(redirect_url, 'pay')
    await wallets.fault('wallet/charge', 'error:order-id-duplicated')
    await expect(ask()).rejects.toMatchObject({ refusal: 'abandoned' })
  })

  test('やめる: refused, and the page takes no money any more', async () => {
    const { at, redirect_url } = await sent()
    await wallets.press(redirect_url, 'cancel')
    await expect(port.finish(at)).rejects.toMatchObject({ refusal: 'cancelled', info: 'payer-cancelled' })
    expect(await wallets.press(redirect_url, 'pay')).toBeNull()
    expect(await stateOf(at.provider_order_id)).toBe('PAYFAIL')
  })

  test('too little on the account: nothing happens, and it can be paid after that', async () => {
    const { at, redirect_url } = await sent()
    expect(await wallets.press(redirect_url, 'short')).toBeNull()
    expect(await port.find(at)).toMatchObject({ state: 'waiting' })
    await wallets.press(redirect_url, 'pay')
    expect(await port.finish(at)).toMatchObject({ kind: 'authorised' })
  })

  test('while the wallet is at work there is no answer, and not a refusal', async () => {
    const { at, redirect_url } = await sent()
    await wallets.press(redirect_url, 'slow')
    await expect(port.finish(at)).rejects.toBeInstanceOf(PaymentUnavailable)
    expect(await port.finish(at)).toMatchObject({ kind: 'authorised' })
  })

  test('a page that is left and paid after that is voided', async () => {
    const { at, redirect_url } = await sent()
    await expect(port.finish(at)).rejects.toMatchObject({ refusal: 'cancelled', info: 'REQSUCCESS' })
    await port.void(at)
    expect(await stateOf(at.provider_order_id)).toBe('REQSUCCESS')
    await wallets.press(redirect_url, 'leave')
    await port.void(at)
    expect(await stateOf(at.provider_order_id)).toBe('CANCEL')
  })
})

describe('afterwards', () => {
  test('it says until when the money is reserved', async () => {
    const { at, redirect_url } = await sent()
    await wallets.press(redirect_url, 'pay')
    const { capture_until } = (await port.find(at))!
    expect(await port.finish(at)).toMatchObject({ kind: 'authorised', capture_until })
    expect((capture_until!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 2)
  })

  test('an authorisation that has lapsed is refused at the capture', async () => {
    const at = await authorised()
    await wallets.age(at.provider_order_id, 31)
    await expect(port.capture(at, parcel)).rejects.toMatchObject({ info: expect.stringContaining('capture-expired') })
    expect(await port.find(at)).toMatchObject({ state: 'voided' })
  })

  test('a total that was lowered and raised again is captured as it is then; more than was authorised is refused', async () => {
    const at = await authorised()
    const changed = async (to: number, from = at) => ({
      ...from,
      amount: to,
      reference: await port.change(from, to, portTestOrder(to)),
    })
    const lower = await changed(3000)
    expect(await port.find(lower)).toMatchObject({ state: 'authorised', amount: 3000 })
    expect(await wallets.order(at.provider_order_id)).toMatchObject({ status: 'AUTH', amount: 3300 })
    await expect(changed(3301, lower)).rejects.toMatchObject({ refusal: 'limit' })
    const raised = await changed(3200, lower)
    await port.capture(raised, parcel)
    expect(await wallets.order(at.provider_order_id)).toMatchObject({ status: 'SALES', amount: 3200 })
    expect(await port.find(raised)).toMatchObject({ state: 'captured', amount: 3200, refunded_amount: 0 })
  })

  test('less stands at GMO than is to be captured: refused, and it can still be captured lower', async () => {
    const at = await authorised()
    await wallets.lower(at.provider_order_id, 2800)
    await expect(port.capture(at, parcel)).rejects.toMatchObject({ refusal: 'limit' })
    await port.capture({ ...at, amount: 2800 }, parcel)
    expect(await wallets.order(at.provider_order_id)).toMatchObject({ status: 'SALES', amount: 2800 })
  })

  test('what a shipping that was cut off has captured is not changed', async () => {
    const at = await authorised()
    await port.capture(at, parcel)
    await expect(port.change(at, 3000, portTestOrder(3000))).rejects.toBeInstanceOf(PaymentUnavailable)
  })

  test.each([
    ['on its day', 0, 'CANCEL'],
    ['after it', 1, 'RETURN'],
  ])('a sale that is cancelled %s is given back whole', async (_, days, status) => {
    const at = await captured()
    await wallets.age(at.provider_order_id, days)
    for (let n = 0; n < 2; n++) at.reference = await port.refund(at, 3300)
    expect(await stateOf(at.provider_order_id)).toBe(status)
    expect(await port.find(at)).toMatchObject({ state: 'refunded', amount: 3300, refunded_amount: 3300 })
  })

  test('a sale that the wallet gives back later, or not at all', async () => {
    const rakuten = gmoWallet(wallets.settings, 'RAKUTEN')
    const at = await captured(rakuten)
    const reference = await rakuten.refund(at, 3300)
    expect(await rakuten.find({ ...at, reference })).toMatchObject({ refunded_amount: 3300, is_refund_open: true })
    expect(await rakuten.find({ ...at, reference })).toMatchObject({ refunded_amount: 3300, is_refund_open: false })
    await wallets.failReturn(at.provider_order_id)
    expect(await rakuten.find({ ...at, reference })).toMatchObject({ state: 'captured', refunded_amount: 0 })
    await rakuten.refund({ ...at, reference }, 3300)
    expect(await stateOf(at.provider_order_id)).toBe('REQRETURN')
  })

  test('a part that the wallet does not give back is refused, and the sale stands', async () => {
    const at = await captured()
    await wallets.fault('order/update', 'error:wallet-refused')
    await expect(port.refund(at, 1000)).rejects.toMatchObject({ refusal: 'not_accepted' })
    expect(await port.find(at)).toMatchObject({ state: 'captured', amount: 3300, refunded_amount: 0 })
  })

  test.each(['unauthorized', 'forbidden', 'too-many-requests', 'idempotency-conflict', 'service-unavailable'])(
    '%s says nothing of the payment',
    async (title) => {
      const at = await authorised()
      await wallets.fault('order/capture', `error:${title}`)
      await expect(port.capture(at, parcel)).rejects.toBeInstanceOf(PaymentUnavailable)
    },
  )

  test('a wrong password is no refusal of the payment', async () => {
    const wrong = gmoWallet({ ...wallets.settings, shop_pass: 'another' }, 'DOCOMO')
    await expect(wrong.find(newAttempt())).rejects.toBeInstanceOf(PaymentUnavailable)
    await expect(sent(wrong)).rejects.toBeInstanceOf(PaymentUnavailable)
  })

  /** GMO's next answer says something else. */
  const altered = (...replaced: [string | RegExp, string]) => {
    const real = fetch
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...asked) => {
      const res = await real(...asked)
      return new Response((await res.text()).replace(...replaced), res)
    })
  }

  test.each<[string, string | RegExp, string]>([
    ['another order', /K261130-\d+/, 'K261130-OTHER'],
    ['no amount', '"3300"', 'null'],
    ['an amount that is none', '"3300"', '"3,300"'],
    ['an empty amount', '"3300"', '""'],
    ['a negative amount', '"3300"', '"-3300"'],
    ['a state that nobody knows', '"AUTH"', '"AUTHORISED"'],
  ])('an answer with %s says nothing of the payment, and nothing is captured', async (_, said, instead) => {
    const at = await authorised()
    for (const ask of [() => port.find(at), () => port.finish(at), () => port.capture(at, parcel)]) {
      altered(said, instead)
      await expect(ask()).rejects.toBeInstanceOf(PaymentUnavailable)
    }
    expect(await stateOf(at.provider_order_id)).toBe('AUTH')
  })

  test.each(['null', '20301231', '"2030-12-31T10:00:00"', '"soon"', '"+099999-01-01T00:00:00Z"'])(
    'a time of expiry that is none (%s) says nothing, and the payment stands',
    async (said) => {
      const at = await authorised()
      altered(/"captureExpiryDateTime":"[^"]*"/, `"captureExpiryDateTime":${said}`)
      const answer = await port.finish(at)
      expect(answer).toEqual({ kind: 'authorised', reference: expect.anything() })
    },
  )
})
