import { constants, createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { type SandboxOptions, startSandbox } from '../sandbox.ts'

type Json = Record<string, unknown>
type Answer = { status: number; body: Record<string, never> & { [name: string]: never } }

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const KEY_ID = 'SANDBOX-KUSHIDEVELOPMENTKEY00'
const ALGORITHM = 'AMZN-PAY-RSASSA-PSS-V2'
export const jpy = (amount: number) => ({ amount: String(amount), currencyCode: 'JPY' })

export function signText(text: string, saltLength = 32): string {
  const toSign = `${ALGORITHM}\n${createHash('sha256').update(text).digest('hex')}`
  const key = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return sign('sha256', Buffer.from(toSign), key).toString('base64')
}

type RequestOptions = { key?: string; headers?: Record<string, string>; authorization?: (right: string) => string }

/** A minimal merchant, written independently of the simulator's code so that both do not share a mistake. */
export async function openMerchant(options: SandboxOptions = {}) {
  const env = { SANDBOX_AMAZON_PUBLIC_KEY: publicKey }
  const sandbox = await startSandbox({ ...options, env })
  const base = `${sandbox.url}/sandbox/amazon`

  async function call(method: string, path: string, body?: Json, sent: RequestOptions = {}): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers: Record<string, string> = {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-amz-pay-date': `${new Date(options.now?.() ?? Date.now()).toISOString().slice(0, 19)}Z`,
      'x-amz-pay-host': new URL(base).host,
      'x-amz-pay-region': 'jp',
      ...(sent.key === undefined ? {} : { 'x-amz-pay-idempotency-key': sent.key }),
      ...sent.headers,
    }
    const names = Object.keys(headers).sort()
    const hash = createHash('sha256').update(text).digest('hex')
    const lines = names.map((name) => `${name}:${headers[name]}`)
    const canonical = [method, `/sandbox/amazon/v2/${path}`, '', ...lines, '', names.join(';'), hash].join('\n')
    const right = `${ALGORITHM} PublicKeyId=${KEY_ID}, SignedHeaders=${names.join(';')}, Signature=${signText(canonical)}`
    const answer = await fetch(`${base}/v2/${path}`, {
      method,
      headers: { ...headers, authorization: sent.authorization?.(right) ?? right },
      ...(text === '' ? {} : { body: text }),
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }

  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${base}/${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

  /** Presses a button with this `payload`; returns the page that the browser sees. */
  function press(payload: Json, more: Record<string, string> = {}) {
    const payloadJSON = JSON.stringify(payload)
    return post('checkout/initiate', {
      merchantId: 'ASANDBOXMERCHANT',
      publicKeyId: KEY_ID,
      productType: 'PayAndShip',
      algorithm: ALGORITHM,
      payloadJSON,
      signature: signText(payloadJSON),
      ...more,
    })
  }

  const payload = (more: Json = {}): Json => ({
    storeId: 'amzn1.application-oa2-client.sandbox',
    webCheckoutDetails: { checkoutReviewReturnUrl: 'https://shop.example/cart?step=1' },
    chargePermissionType: 'OneTime',
    ...more,
  })
  const recurring = {
    chargePermissionType: 'Recurring',
    recurringMetadata: { frequency: { unit: 'Month', value: '1' }, amount: jpy(3000) },
  }

  /** From the button to the shop's review page; returns the id of a session that `buyer` opened. */
  async function session(buyer: string, more: Json = {}, method = ''): Promise<string> {
    const page = await (await press(payload(more))).text()
    const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const back = await post('checkout/choose', { id, buyer, ...(method === '' ? {} : { method }) })
    return new URL(back.headers.get('location') ?? '').searchParams.get('amazonCheckoutSessionId') ?? ''
  }

  const update = (id: string, amount: number, more: Json = {}) =>
    call('PATCH', `checkoutSessions/${id}`, {
      webCheckoutDetails: { checkoutResultReturnUrl: 'https://shop.example/redirect/amazon' },
      paymentDetails: {
        paymentIntent: 'Authorize',
        canHandlePendingAuthorization: false,
        chargeAmount: jpy(amount),
        ...more,
      },
      merchantMetadata: { merchantReferenceId: 'K261121-1' },
    })
  const through = (id: string) =>
    fetch(`${base}/checkout/processing?amazonCheckoutSessionId=${id}`, { redirect: 'manual' })
  const complete = (id: string, amount: number) =>
    call('POST', `checkoutSessions/${id}/complete`, { chargeAmount: jpy(amount) })

  /** A complete purchase: returns the charge and the permission. */
  async function buy(buyer: string, amount: number, more: Json = {}, details: Json = {}) {
    const id = await session(buyer, more)
    await update(id, amount, details)
    await through(id)
    const { body } = await complete(id, amount)
    return { id, chargeId: String(body.chargeId), chargePermissionId: String(body.chargePermissionId) }
  }

  const charge = (
    chargePermissionId: string,
    amount: number,
    key: string = randomUUID().slice(0, 32),
    more: Json = {},
  ) => call('POST', 'charges', { chargePermissionId, chargeAmount: jpy(amount), ...more }, { key })
  const json = (path: string, body: Json) =>
    fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  return { sandbox, base, call, post, press, payload, recurring, session, update, through, complete, buy, charge, json }
}
