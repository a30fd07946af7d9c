import { afterAll, describe, expect, it, test } from 'vitest'
import { jpy, openMerchant, signText } from './test-client.ts'

let now = new Date('2026-11-21T03:00:00Z')
const merchant = await openMerchant({ now: () => now })
afterAll(() => merchant.sandbox.stop())
const { call, press, payload, recurring, session, update, through, complete, buy, charge, json } = merchant
const days = (count: number) => {
  now = new Date(now.getTime() + count * 86_400_000)
}
const refusal = (status: number, reasonCode: string) => ({ status, body: expect.objectContaining({ reasonCode }) })
const location = (answer: Response) => answer.headers.get('location')

describe('the signature of a request', () => {
  const asked = (authorization?: (right: string) => string, headers?: Record<string, string>, key?: string) =>
    call('GET', 'charges/none', undefined, { authorization, headers, key } as never)

  test('is accepted when it is valid', async () => {
    expect(await asked()).toEqual(refusal(404, 'ResourceNotFound'))
  })
  test.each([
    ['missing', () => '', 'MissingHeader'],
    ['of another algorithm', (right: string) => right.replace('-V2', ''), 'InvalidHeaderValue'],
    ['of another key', (right: string) => right.replace('SANDBOX-', 'LIVE-'), 'InvalidAuthentication'],
    [
      'of another request',
      (right: string) => right.replace(/Signature=.*/, `Signature=${signText('other')}`),
      'InvalidRequestSignature',
    ],
    ['that leaves the host out', (right: string) => right.replace('x-amz-pay-host;', ''), 'MissingHeader'],
  ])('is rejected when it is %s', async (_name, authorization, reason) => {
    expect((await asked(authorization)).body.reasonCode).toBe(reason)
  })
  test('covers the time and the body', async () => {
    const old = { 'x-amz-pay-date': '2026-11-21T02:54:59Z' }
    expect(await asked(undefined, old)).toEqual(refusal(400, 'InvalidHeaderValue'))
    expect(await asked((right) => right, { 'x-amz-pay-region': 'eu' })).toEqual(refusal(400, 'InvalidHeaderValue'))
  })
})

describe('a button', () => {
  it('opens the sign-in page with the list of buyers', async () => {
    const page = await (await press(payload())).text()
    expect(page).toContain('山田 花子として続ける')
    expect(page).toContain('やめてお店に戻る')
  })
  it.each([
    ['another payload', { payloadJSON: JSON.stringify(payload({ storeId: 'other' })) }, 'InvalidRequestSignature'],
    ['a salt of 20', { signature: signText(JSON.stringify(payload()), 20) }, 'InvalidRequestSignature'],
    ['another merchant', { merchantId: 'OTHER' }, 'InvalidAccountStatus'],
    ['another key', { publicKeyId: 'OTHER' }, 'InvalidAuthentication'],
    ['the older algorithm', { algorithm: 'AMZN-PAY-RSASSA-PSS' }, 'InvalidParameterValue'],
  ])('is rejected with %s', async (_name, more, reason) => {
    const answer = await press(payload(), more)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(reason)
  })
  it('leads back with the session after a selection, and to the cart without one', async () => {
    const web = {
      checkoutReviewReturnUrl: 'https://shop.example/cart?step=1',
      checkoutCancelUrl: 'https://shop.example/cart',
    }
    const page = await (await press(payload({ webCheckoutDetails: web }))).text()
    const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const chosen = await merchant.post('checkout/choose', { id, buyer: 'HANAKO' })
    expect(location(chosen)).toBe(`https://shop.example/cart?step=1&amazonCheckoutSessionId=${id}`)
    expect(location(await merchant.post('checkout/cancel', { id }))).toBe('https://shop.example/cart')
    expect((await call('GET', `checkoutSessions/${id}`)).body.statusDetails).toMatchObject({
      state: 'Canceled',
      reasonCode: 'BuyerCanceled',
    })
  })
})

describe('a checkout session', () => {
  it('shows buyer, address and payment method, and the redirect URL once it is complete', async () => {
    const id = await session('TARO')
    const { body } = await call('GET', `checkoutSessions/${id}`)
    expect(body).toMatchObject({
      statusDetails: { state: 'Open' },
      buyer: { name: '佐藤太郎', email: 'taro@amazon.example' },
      shippingAddress: { name: '佐藤太郎', stateOrRegion: 'Tokyo-to', postalCode: '1000005', city: null },
      paymentPreferences: [{ paymentDescriptor: 'Visa ****1111 (Amazon Pay)' }],
      webCheckoutDetails: { amazonPayRedirectUrl: null },
    })
    const updated = await update(id, 3300)
    expect(updated.body).toMatchObject({
      constraints: [],
      webCheckoutDetails: { amazonPayRedirectUrl: expect.stringContaining(`amazonCheckoutSessionId=${id}`) },
    })
    expect(location(await through(id))).toBe(`https://shop.example/redirect/amazon?amazonCheckoutSessionId=${id}`)
    expect((await complete(id, 3300)).body).toMatchObject({ statusDetails: { state: 'Completed' }, buyer: null })
    expect(await complete(id, 3300)).toEqual(refusal(422, 'InvalidCheckoutSessionStatus'))
    expect(await update(id, 3300)).toEqual(refusal(422, 'InvalidCheckoutSessionStatus'))
  })
  it('requires the redirect before it is completed, with the same amount', async () => {
    const id = await session('HANAKO')
    await update(id, 3300)
    expect(await complete(id, 3300)).toEqual(refusal(422, 'InvalidCheckoutSessionStatus'))
    await through(id)
    expect(await complete(id, 3301)).toEqual(refusal(409, 'AmountMismatch'))
    await update(id, 4400)
    expect(await complete(id, 4400)).toEqual(refusal(422, 'InvalidCheckoutSessionStatus'))
  })
  it('ends after 24 hours', async () => {
    const id = await session('HANAKO')
    await json('age', { id, days: 1 })
    expect((await call('GET', `checkoutSessions/${id}`)).body).toMatchObject({
      statusDetails: { state: 'Canceled', reasonCode: 'Expired' },
      buyer: null,
    })
    expect(await update(id, 3300)).toEqual(refusal(422, 'InvalidCheckoutSessionStatus'))
  })
  it('accepts another address or payment method through the links', async () => {
    const id = await session('HANAKO')
    const page = await fetch(
      `${merchant.base}/checkout/change?amazonCheckoutSessionId=${id}&changeAction=changeAddress`,
    )
    expect(await page.text()).toContain('060-0001')
    await merchant.post('checkout/choose', { id, address: 'parents' })
    await merchant.post('checkout/choose', { id, method: 'jcb' })
    expect((await call('GET', `checkoutSessions/${id}`)).body).toMatchObject({
      shippingAddress: { stateOrRegion: '北海道' },
      paymentPreferences: [{ paymentDescriptor: 'JCB ****0000 (Amazon Pay)' }],
    })
  })
  it.each([
    [{ chargeAmount: jpy(0) }, 400, 'InvalidParameterValue'],
    [{ chargeAmount: { amount: '10.5', currencyCode: 'JPY' } }, 400, 'InvalidParameterValue'],
    [{ chargeAmount: { amount: '10', currencyCode: 'USD' } }, 400, 'CurrencyMismatch'],
    [{ chargeAmount: jpy(10_000_001) }, 400, 'TransactionAmountExceeded'],
    [{ paymentIntent: 'Later' }, 400, 'InvalidParameterValue'],
    [{ unknown: 1 }, 400, 'UnrecognizedField'],
  ])('rejects %j', async (details, status, reason) => {
    expect(await update(await session('HANAKO'), 1, details)).toEqual(refusal(status, reason))
  })
  it('is canceled when the bank declines or the buyer goes back, and continues with another payment method', async () => {
    const id = await session('KOTOWARI')
    await update(id, 3300)
    expect(await (await through(id)).text()).toContain('承認されませんでした')
    await merchant.post('checkout/confirm', { id, action: 'declined' })
    expect(await complete(id, 3300)).toEqual(refusal(422, 'CheckoutSessionCanceled'))
    const other = await session('KOTOWARI')
    await update(other, 3300)
    await merchant.post('checkout/confirm', { id: other, action: 'other', method: 'visa' })
    expect((await complete(other, 3300)).status).toBe(200)
    const mfa = await session('MAI')
    await update(mfa, 3300)
    expect(await (await through(mfa)).text()).toContain('ご本人の確認')
    await merchant.post('checkout/confirm', { id: mfa, action: 'cancel' })
    expect((await call('GET', `checkoutSessions/${mfa}`)).body.statusDetails).toMatchObject({
      reasonCode: 'BuyerCanceled',
    })
  })
})

describe('a charge', () => {
  it('is captured up to its amount, once, and refunded in parts', async () => {
    const { chargeId } = await buy('HANAKO', 5000)
    const capture = (amount: number) => call('POST', `charges/${chargeId}/capture`, { captureAmount: jpy(amount) })
    expect(await capture(5001)).toEqual(refusal(400, 'TransactionAmountExceeded'))
    expect((await capture(4000)).body).toMatchObject({ statusDetails: { state: 'Captured' }, captureAmount: jpy(4000) })
    expect(await capture(4000)).toEqual(refusal(422, 'InvalidChargeStatus'))
    const refund = (amount: number) => call('POST', 'refunds', { chargeId, refundAmount: jpy(amount) })
    const first = await refund(1000)
    expect(first.body.statusDetails).toMatchObject({ state: 'RefundInitiated' })
    expect((await call('GET', `refunds/${first.body.refundId}`)).body.statusDetails).toMatchObject({
      state: 'Refunded',
    })
    expect(await refund(3001)).toEqual(refusal(400, 'TransactionAmountExceeded'))
    // The charge contains a refund once it is completed; a declined one does not count.
    const second = await refund(3000)
    expect(second.status).toBe(201)
    await json('buyer', { refund: second.body.refundId, action: 'decline' })
    expect((await call('GET', `refunds/${second.body.refundId}`)).body.statusDetails).toMatchObject({
      state: 'Declined',
    })
    expect((await call('GET', `charges/${chargeId}`)).body.refundedAmount).toEqual(jpy(1000))
    const third = await refund(3000)
    await call('GET', `refunds/${third.body.refundId}`)
    expect((await call('GET', `charges/${chargeId}`)).body.refundedAmount).toEqual(jpy(4000))
  })
  it('is canceled before it is captured, and expires after 30 days', async () => {
    const { chargeId } = await buy('HANAKO', 5000)
    const cancel = () => call('DELETE', `charges/${chargeId}/cancel`, { cancellationReason: 'x' })
    expect((await cancel()).body.statusDetails).toMatchObject({ state: 'Canceled' })
    expect(await cancel()).toEqual(refusal(422, 'InvalidChargeStatus'))
    const old = await buy('HANAKO', 5000)
    await json('age', { id: old.chargeId, days: 30 })
    expect((await call('GET', `charges/${old.chargeId}`)).body.statusDetails).toMatchObject({
      reasonCode: 'ExpiredUnused',
    })
  })
  it('is created once per idempotency key', async () => {
    const { chargePermissionId } = await buy('HANAKO', 5000, recurring)
    const first = await charge(chargePermissionId, 3000, 'key-1')
    expect(await charge(chargePermissionId, 3000, 'key-1')).toEqual(first)
    expect(await charge(chargePermissionId, 3001, 'key-1')).toEqual(refusal(400, 'DuplicateIdempotencyKey'))
    expect((await charge(chargePermissionId, 3000, 'key-2')).body.chargeId).not.toBe(first.body.chargeId)
  })
  it('stays pending at Amazon if the shop allows it', async () => {
    const can = { canHandlePendingAuthorization: true }
    const id = await session('JUN')
    await update(id, 3300, can)
    await through(id)
    const answer = await complete(id, 3300)
    expect(answer.status).toBe(202)
    const charged = () => call('GET', `charges/${answer.body.chargeId}`)
    expect((await charged()).body.statusDetails).toMatchObject({ state: 'AuthorizationInitiated' })
    await json('buyer', { charge: answer.body.chargeId, action: 'approve' })
    expect((await charged()).body.statusDetails).toMatchObject({ state: 'Authorized' })
    const other = await session('JUN')
    await update(other, 3300)
    await through(other)
    expect(await complete(other, 3300)).toEqual(refusal(422, 'TransactionTimedOut'))
  })
})

describe('a charge permission', () => {
  it('for one time charges at most the agreed amount', async () => {
    const { chargePermissionId } = await buy('HANAKO', 5000)
    expect(await charge(chargePermissionId, 1)).toEqual(refusal(400, 'TransactionAmountExceeded'))
  })
  it('for a subscription charges at most 100,000 yen per calendar month in Japan', async () => {
    now = new Date('2026-11-30T14:00:00Z')
    const { chargePermissionId } = await buy('HANAKO', 60_000, recurring)
    expect(await charge(chargePermissionId, 40_001)).toEqual(refusal(400, 'PeriodicAmountExceeded'))
    expect((await charge(chargePermissionId, 40_000)).status).toBe(201)
    expect((await call('GET', `chargePermissions/${chargePermissionId}`)).body.limits).toEqual({
      amountLimit: jpy(100_000),
      amountBalance: jpy(0),
    })
    now = new Date('2026-11-30T15:00:00Z')
    expect((await charge(chargePermissionId, 100_000)).status).toBe(201)
    const id = await session('HANAKO', recurring)
    await update(id, 100_001)
    await through(id)
    expect(await complete(id, 100_001)).toEqual(refusal(400, 'PeriodicAmountExceeded'))
  })
  it('declines for a while, or until the buyer repairs it', async () => {
    const soft = await buy('YURI', 3000, recurring)
    expect(await charge(soft.chargePermissionId, 3000, 'soft')).toEqual(refusal(422, 'SoftDeclined'))
    expect((await charge(soft.chargePermissionId, 3000, 'soft')).status).toBe(201)
    const { chargePermissionId } = await buy('KEN', 3000, recurring)
    expect(await charge(chargePermissionId, 3000)).toEqual(refusal(422, 'HardDeclined'))
    expect(await charge(chargePermissionId, 3000)).toEqual(refusal(422, 'InvalidChargePermissionStatus'))
    await json('buyer', { permission: chargePermissionId, action: 'repair' })
    expect((await charge(chargePermissionId, 3000)).status).toBe(201)
  })
  it('ends when either side closes it, and after 180 days', async () => {
    const { chargePermissionId, chargeId } = await buy('HANAKO', 3000)
    const body = { closureReason: 'x', cancelPendingCharges: true }
    expect((await call('DELETE', `chargePermissions/${chargePermissionId}/close`, body)).status).toBe(200)
    expect((await call('GET', `charges/${chargeId}`)).body.statusDetails).toMatchObject({ state: 'Canceled' })
    expect(await charge(chargePermissionId, 1)).toEqual(refusal(422, 'InvalidChargePermissionStatus'))
    const subscription = await buy('HANAKO', 3000, recurring)
    await json('buyer', { permission: subscription.chargePermissionId, action: 'close' })
    expect(await charge(subscription.chargePermissionId, 1)).toEqual(refusal(422, 'InvalidChargePermissionStatus'))
    const old = await buy('HANAKO', 3000)
    days(180)
    expect((await call('GET', `chargePermissions/${old.chargePermissionId}`)).body.statusDetails).toMatchObject({
      state: 'Closed',
    })
  })
})

describe('failures to order', () => {
  it('lose a response but not its effect', async () => {
    const { chargePermissionId } = await buy('HANAKO', 3000, recurring)
    await json('script', { api: 'createCharge', kind: 'drop-after' })
    await expect(charge(chargePermissionId, 3000, 'lost')).rejects.toThrow()
    expect((await charge(chargePermissionId, 3000, 'lost')).status).toBe(201)
    const { charges } = (await (await fetch(`${merchant.base}/transactions.json`)).json()) as {
      charges: { chargePermissionId: string }[]
    }
    expect(charges.filter((one) => one.chargePermissionId === chargePermissionId)).toHaveLength(2)
  })
  it('use Amazon’s error format', async () => {
    const { chargePermissionId } = await buy('HANAKO', 3000, recurring)
    await json('script', { api: 'createCharge', kind: 'error:AmazonRejected' })
    expect(await charge(chargePermissionId, 3000)).toEqual(refusal(422, 'AmazonRejected'))
    await json('script', { api: 'getCharge', kind: 'error:TooManyRequests' })
    expect(await call('GET', 'charges/none')).toEqual(refusal(429, 'TooManyRequests'))
  })
  it('are recorded with all messages', async () => {
    const page = await (await fetch(`${merchant.base}/`)).text()
    expect(page).toContain('AmazonRejected')
    expect(page).toContain('予約された失敗 drop-after')
    expect(await (await fetch(`${merchant.base}/checkout.js`)).text()).toContain('bindChangeAction')
  })
})
