import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { afterAll, describe, expect, test } from 'vitest'
import { testIdentity } from '../testing/identity.ts'
import { applePay, isApplesGateway } from './merchant-session.ts'

interface Asked {
  path: string
  body: unknown
  /** Whose certificate was shown. */
  shown: string | undefined
}
let asked: Asked[] = []
let answer = { status: 200, body: '{"merchantSessionIdentifier":"SSH1"}' }
// Like Apple's: it lets nobody in without the certificate.
const apple = createServer(
  { ...testIdentity, ca: testIdentity.cert, requestCert: true, rejectUnauthorized: true },
  async (req, res) => {
    let body = ''
    for await (const part of req) body += part
    const { subject } = (req.socket as TLSSocket).getPeerCertificate()
    asked.push({ path: req.url ?? '', body: JSON.parse(body), shown: subject?.CN as string | undefined })
    res.writeHead(answer.status).end(answer.body)
  },
)
await new Promise<void>((done) => apple.listen(0, 'localhost', done))
afterAll(() => apple.close())
setDefaultCACertificates([testIdentity.cert])
const stand_in_url = `https://localhost:${(apple.address() as AddressInfo).port}`
const settings = { merchant_id: 'merchant.jp.example', name: '椿野', identity: testIdentity, stand_in_url }
const GATEWAY = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'

describe('a session', () => {
  test('is asked for with the shop’s certificate, and passed on as it is', async () => {
    asked = []
    expect(await applePay(settings).merchantSession(GATEWAY, 'shop.example')).toEqual({
      merchantSessionIdentifier: 'SSH1',
    })
    expect(asked).toEqual([
      {
        path: '/paymentservices/startSession',
        shown: 'localhost',
        body: {
          merchantIdentifier: 'merchant.jp.example',
          displayName: '椿野',
          initiative: 'web',
          initiativeContext: 'shop.example',
        },
      },
    ])
  })

  test('without the certificate there is none', async () => {
    const none = applePay({ ...settings, identity: null }).merchantSession(GATEWAY, 'shop.example')
    await expect(none).rejects.toBeInstanceOf(PaymentUnavailable)
  })

  test.each([
    [400, '{}'],
    [200, 'no'],
    [200, '"text"'],
    [200, 'null'],
    [200, `{"text":"${'x'.repeat(70_000)}"}`],
  ])('an answer %s %.8s is none', async (status, body) => {
    answer = { status, body }
    await expect(applePay(settings).merchantSession(GATEWAY, 'shop.example')).rejects.toBeInstanceOf(PaymentUnavailable)
  })
})

describe('the address that a browser names', () => {
  test.each([
    GATEWAY,
    'https://apple-pay-gateway-nc-pod1.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway-pr-pod5-dr.apple.com/paymentservices/paymentSession',
    'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession',
    'https://cn-apple-pay-gateway-sh-pod1.apple.com/paymentservices/startSession',
  ])('%s is Apple’s', (url) => {
    expect(isApplesGateway(url)).toBe(true)
  })

  test.each([
    'http://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession',
    'https://evil.example/apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com@evil.example/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com:8443/paymentservices/startSession',
    'https://apple-pay-gateway.evil.apple.com/paymentservices/startSession',
    'https://xapple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com/elsewhere',
    'https://169.254.169.254/paymentservices/startSession',
    'https://localhost/paymentservices/startSession',
    'https://www.apple.com/paymentservices/startSession',
    '//apple-pay-gateway.apple.com/paymentservices/startSession',
    '',
  ])('%s is not, and is never asked', async (url) => {
    expect(isApplesGateway(url)).toBe(false)
    expect(await applePay({ ...settings, stand_in_url: null }).merchantSession(url, 'shop.example')).toBeNull()
  })
})
