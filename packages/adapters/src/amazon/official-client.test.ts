import { generateKeyPairSync } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, expect, test } from 'vitest'
import { amazonKeys, startAmazon } from '../testing/amazon.ts'
import { amazonCheckout } from './checkout.ts'

interface Answer {
  status: number
  data: Record<string, unknown>
}
/** Amazon's official client; it has no types. */
interface WebStoreClient {
  getCheckoutSession(id: string): Promise<Answer>
  createCheckoutSession(payload: object, headers: object): Promise<Answer>
  updateCheckoutSession(id: string, payload: object): Promise<Answer>
}
type Send = (options: { url: string }, count: number) => Promise<unknown>
const official = createRequire(import.meta.url)
const client = official('@amazonpay/amazon-pay-api-sdk-nodejs') as {
  WebStoreClient: new (config: object) => WebStoreClient
}
const helper = official('@amazonpay/amazon-pay-api-sdk-nodejs/src/clientHelper') as { sendRequest: Send }
const constants = official('@amazonpay/amazon-pay-api-sdk-nodejs/src/constants') as { API_VERSION: string }

const amazon = await startAmazon()
const { settings } = amazon
// The client speaks https to the root of a host; the simulator is on loopback, below a path and without a certificate.
const { sendRequest } = helper
const { API_VERSION } = constants
const { host, pathname } = new URL(settings.base_url)
constants.API_VERSION = `${pathname.slice(1)}/v2`
const { NODE_TLS_REJECT_UNAUTHORIZED } = process.env
helper.sendRequest = (options, count) =>
  sendRequest({ ...options, url: options.url.replace(/^https:/, 'http:') }, count)
afterAll(async () => {
  helper.sendRequest = sendRequest
  constants.API_VERSION = API_VERSION
  if (NODE_TLS_REJECT_UNAUTHORIZED === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  await amazon.stop()
})

const theirs = (privateKey = amazonKeys.privateKey) =>
  new client.WebStoreClient({
    publicKeyId: settings.public_key_id,
    privateKey,
    region: 'jp',
    algorithm: 'AMZN-PAY-RSASSA-PSS-V2',
    overrideServiceUrl: host,
  })

test('a session that our button opened is the same to Amazon’s client and to our adapter', async () => {
  const id = await amazon.session('TARO')
  const { status, data } = await theirs().getCheckoutSession(id)
  expect(status).toBe(200)
  expect(data).toMatchObject({ checkoutSessionId: id, statusDetails: { state: 'Open' } })
  const ours = await amazonCheckout(settings).session(id)
  expect(ours?.name).toBe((data.shippingAddress as { name: string }).name)
})

test('a session that Amazon’s client opens has what it sent, and another key is refused', async () => {
  const asked = {
    webCheckoutDetails: {
      checkoutReviewReturnUrl: 'http://localhost:3000/sh/normal-purchase',
      checkoutCancelUrl: 'http://localhost:3000/sh/cart',
    },
    storeId: settings.store_id,
  }
  const once = { 'x-amz-pay-idempotency-key': 'official-0001' }
  const { status, data } = await theirs().createCheckoutSession(asked, once)
  expect([200, 201]).toContain(status)
  expect(data.webCheckoutDetails).toMatchObject(asked.webCheckoutDetails)
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await expect(theirs(privateKey).getCheckoutSession(String(data.checkoutSessionId))).rejects.toMatchObject({
    response: { status: expect.toSatisfy((one: number) => one === 401 || one === 403) },
  })
})
