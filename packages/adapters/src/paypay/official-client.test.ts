import { request } from 'node:http'
import { createRequire } from 'node:module'
import { portTestContact } from '@kushi/shop/sales/payment/testing/suite-order'
import { afterAll, expect, test } from 'vitest'
import { startPayPay } from '../testing/paypay.ts'
import { authorizationHeader } from './call.ts'
import { paypayPayments } from './payments.ts'

interface Answer {
  STATUS: number
  BODY: { resultInfo: { code: string }; data: Record<string, unknown> | null }
}
type Sent = { path: string; method: string; headers: Record<string, string>; apiKey?: string }
type Reply = (answer: Answer) => void
interface OfficialClient {
  configure(config: object): void
  setHttpsClient(client: { httpsCall(options: Sent, payload: object, reply: Reply): void }): void
  qrCodeCreate(payload: object): Promise<Answer>
  qrCodeDelete(ids: string[]): Promise<Answer>
  getCodePaymentDetails(ids: string[]): Promise<Answer>
  paymentAuthCapture(payload: object): Promise<Answer>
  paymentAuthRevert(payload: object): Promise<Answer>
  paymentRefund(payload: object): Promise<Answer>
  getRefundDetails(ids: string[]): Promise<Answer>
  accountLinkQRCodeCreate(payload: object): Promise<Answer>
  validateJWT(token: string, clientSecret: string): object
  paymentSubscription(payload: object): Promise<Answer>
  getPaymentDetails(ids: string[]): Promise<Answer>
  getUserAuthorizationStatus(ids: string[]): Promise<Answer>
  unlinkUser(ids: string[]): Promise<Answer>
}
const official = createRequire(import.meta.url)
const { PayPayRestSDK } = official('@paypayopa/paypayopa-sdk-node/dist/lib/paypay-rest-sdk') as {
  PayPayRestSDK: new () => OfficialClient
}
const { Conf } = official('@paypayopa/paypayopa-sdk-node/dist/lib/conf') as {
  Conf: new (host: object) => { getHttpsPath(api: string, method: string): string }
}

const paypay = await startPayPay()
afterAll(paypay.stop)
const { settings } = paypay
const port = paypayPayments(settings)
const base = new URL(settings.base_url)

/** The client signs the whole path; the simulator is below one. */
class StandInConf extends Conf {
  override getHttpsPath(api: string, method: string): string {
    return base.pathname + super.getHttpsPath(api, method)
  }
}

/** PayPay's client; it speaks https only, so that a transport without a certificate is put in its place. */
function theirs(clientSecret = settings.api_secret) {
  const seen: Sent[] = []
  const client = new PayPayRestSDK()
  client.configure({
    clientId: settings.api_key,
    clientSecret,
    merchantId: settings.merchant_id,
    conf: new StandInConf({ hostName: base.hostname, portNumber: Number(base.port) }),
  })
  client.setHttpsClient({
    httpsCall({ apiKey: _, ...options }, payload, reply) {
      seen.push(options)
      const req = request({ ...options, host: base.hostname, port: base.port }, (res) => {
        let text = ''
        res.on('data', (part) => (text += part))
        res.on('end', () => reply({ STATUS: res.statusCode!, BODY: JSON.parse(text) as Answer['BODY'] }))
      })
      if (options.method === 'POST') req.write(JSON.stringify(payload))
      req.end()
    },
  })
  return { client, seen }
}

const money = (amount: number) => ({ amount, currency: 'JPY' })
let count = 0
const newId = () => `OFFICIAL-${String(++count).padStart(4, '0')}`
const code = (merchantPaymentId: string) => ({
  merchantPaymentId,
  amount: money(3300),
  codeType: 'ORDER_QR',
  isAuthorization: true,
  redirectUrl: 'http://localhost:3000/back',
  redirectType: 'WEB_LINK',
})

test('our signature is the official client’s, with a body and without', async () => {
  const { client, seen } = theirs()
  const payload = code(newId())
  const { BODY } = await client.qrCodeCreate(payload)
  expect(BODY.resultInfo.code).toBe('SUCCESS')
  await client.getCodePaymentDetails([payload.merchantPaymentId])
  // The client adds `requestedAt` to the payload itself.
  const bodies = [JSON.stringify(payload), '']
  for (const [n, { headers, path, method }] of seen.entries()) {
    const { Authorization } = headers
    const [, , nonce, epoch] = Authorization!.replace('hmac OPA-Auth:', '').split(':')
    const signed = { path, method: method as 'GET', body: bodies[n]! }
    expect(authorizationHeader(settings, signed, nonce!, Number(epoch))).toBe(Authorization)
  }
})

test('the simulator answers PayPay’s own client: authorised on its page, captured, refunded', async () => {
  const { client } = theirs()
  const merchantPaymentId = newId()
  const made = await client.qrCodeCreate(code(merchantPaymentId))
  expect(made).toMatchObject({ STATUS: 201, BODY: { data: { merchantPaymentId } } })
  const twice = await client.qrCodeCreate(code(merchantPaymentId))
  expect(twice).toMatchObject({ STATUS: 400, BODY: { resultInfo: { code: 'DUPLICATE_DYNAMIC_QR_REQUEST' } } })
  expect(await paypay.press(String(made.BODY.data!.url), 'pay')).toBe('http://localhost:3000/back')
  const paid = await client.getCodePaymentDetails([merchantPaymentId])
  expect(paid.BODY.data).toMatchObject({ status: 'AUTHORIZED', amount: money(3300) })
  const { paymentId } = paid.BODY.data!
  const capture = { merchantPaymentId, amount: money(3300), merchantCaptureId: 'C1', orderDescription: 'x' }
  expect((await client.paymentAuthCapture(capture)).BODY.resultInfo.code).toBe('SUCCESS')
  // What PayPay's client did is the same to our adapter.
  const attempt = { provider_order_id: merchantPaymentId, amount: 3300, reference: {} }
  expect(await port.find(attempt)).toMatchObject({ state: 'captured', amount: 3300, refunded_amount: 0 })
  const refund = { merchantRefundId: 'R1', paymentId, amount: money(1000) }
  expect((await client.paymentRefund(refund)).BODY.data).toMatchObject({ status: 'REFUNDED' })
  expect((await client.getRefundDetails(['R1'])).BODY.data).toMatchObject({ amount: money(1000) })
  expect(await port.find(attempt)).toMatchObject({ state: 'refunded', refunded_amount: 1000 })
})

test('what our adapter did is the same to PayPay’s client, and a wrong secret is refused', async () => {
  const { client } = theirs()
  const attempt = { provider_order_id: newId(), amount: 2200, reference: {} }
  const order = { ordered_on: '2026-11-29', rows: [], is_subscription: false } as never
  const sent = await port.authorise(
    attempt,
    { kind: 'provider_page', contact: portTestContact },
    order,
    'http://localhost:3000/back',
  )
  if (sent.kind !== 'redirect') throw new Error(sent.kind)
  await paypay.press(sent.redirect_url, 'pay')
  const { BODY } = await client.getCodePaymentDetails([attempt.provider_order_id])
  expect(BODY.data).toMatchObject({ status: 'AUTHORIZED', amount: money(2200) })
  const reverted = await client.paymentAuthRevert({ merchantRevertId: 'V1', paymentId: BODY.data!.paymentId })
  expect(reverted.BODY.resultInfo.code).toBe('SUCCESS')
  expect(await port.find(attempt)).toMatchObject({ state: 'voided' })
  expect(await theirs('another-secret').client.getCodePaymentDetails([attempt.provider_order_id])).toMatchObject({
    STATUS: 401,
    BODY: { resultInfo: { code: 'UNAUTHORIZED' } },
  })
})

test('連携: PayPay’s client and our adapter read each other’s sessions, tokens, charges and revocations', async () => {
  const { client, seen } = theirs()
  const session = (nonce: string) => ({
    scopes: ['continuous_payments'],
    nonce,
    referenceId: '4711',
    redirectType: 'WEB_LINK',
    redirectUrl: 'http://localhost:3000/sh/redirect/linked-account',
  })
  const made = await client.accountLinkQRCodeCreate(session('n1'))
  expect(made).toMatchObject({ STATUS: 201, BODY: { resultInfo: { code: 'SUCCESS' } } })
  const tokenBack = async (url: string, action: 'agree' | 'decline' = 'agree') =>
    new URL((await paypay.answerLink(url, action))!).searchParams.get('responseToken')!
  const token = await tokenBack(String(made.BODY.data!.linkQRCodeURL))
  // Their library verifies what the simulator signed, and ours says the same of it.
  const claims = client.validateJWT(token, settings.api_secret)
  const read = { ...port.link!.read(token), user_authorization_id: port.link!.read(token).user_authorization_id! }
  expect(claims).toMatchObject({ nonce: 'n1', referenceId: '4711', userAuthorizationId: read.user_authorization_id })
  expect(read).toMatchObject({ nonce: 'n1', reference_id: '4711' })
  const theirsOf = (userAuthorizationId: string, merchantPaymentId: string) =>
    client.paymentSubscription({ merchantPaymentId, userAuthorizationId, amount: money(1980) })
  const number = newId()
  const paid = await theirsOf(read.user_authorization_id, number)
  expect(paid.BODY.data).toMatchObject({ status: 'COMPLETED', amount: money(1980), merchantPaymentId: number })
  const attempt = { provider_order_id: number, amount: 1980, reference: {} }
  expect(await port.find(attempt)).toMatchObject({ state: 'captured', amount: 1980, captured_on_charge: true })
  // Our session and charge, in their client’s eyes.
  const url = await port.link!.begin({ nonce: 'n2', reference_id: '4712', return_url: 'http://localhost:3000/back' })
  const ours = { user_authorization_id: port.link!.read(await tokenBack(url)).user_authorization_id! }
  const other = { provider_order_id: newId(), amount: 2200, reference: {} }
  const source = { kind: 'linked_account', user_authorization_id: ours.user_authorization_id } as const
  expect(await port.authorise(other, source, {} as never, null)).toMatchObject({ captured_on_charge: true })
  expect((await client.getPaymentDetails([other.provider_order_id])).BODY.data).toMatchObject({ status: 'COMPLETED' })
  const status = async () => (await client.getUserAuthorizationStatus([ours.user_authorization_id])).BODY.data?.status
  expect(await status()).toBe('ACTIVE')
  const { headers, path, method } = seen.at(-1)!
  const [, , nonce, epoch] = headers.Authorization!.replace('hmac OPA-Auth:', '').split(':')
  const signed = { path: path.replace(/\?.*/, ''), method: method as 'GET', body: '' }
  expect(authorizationHeader(settings, signed, nonce!, Number(epoch))).toBe(headers.Authorization)
  await port.link!.revoke(ours.user_authorization_id)
  expect(await status()).toBe('INACTIVE')
  expect(await port.link!.isActive(ours.user_authorization_id)).toBe(false)
  await client.unlinkUser([read.user_authorization_id])
  expect(await port.link!.isActive(read.user_authorization_id)).toBe(false)
  await expect(
    port.authorise({ ...other, provider_order_id: newId() }, source, {} as never, null),
  ).rejects.toMatchObject({ refusal: 'agreement_closed' })
})
