import { constants, createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { amazonKeys } from '../testing/amazon.ts'
import { signedHeaders, signText } from './sign.ts'

/** Amazon's official client, used for its signatures; it has no types. */
interface OfficialClient {
  generateButtonSignature(payload: string): string
}
interface OfficialHelper {
  signHeaders(config: object, options: object): Record<string, string>
}
const official = createRequire(import.meta.url)
const { WebStoreClient } = official('@amazonpay/amazon-pay-api-sdk-nodejs') as {
  WebStoreClient: new (config: object) => OfficialClient
}
const helper = official('@amazonpay/amazon-pay-api-sdk-nodejs/src/clientHelper') as OfficialHelper

const config = {
  publicKeyId: 'SANDBOX-KEY',
  privateKey: amazonKeys.privateKey,
  region: 'jp',
  sandbox: true,
  algorithm: 'AMZN-PAY-RSASSA-PSS-V2',
}
const key = createPrivateKey(amazonKeys.privateKey)
const hex = (text: string) => createHash('sha256').update(text).digest('hex')

/** Verifies by the rule alone, without our code and without theirs. */
function isSigned(text: string, signature: string): boolean {
  const pss = { key: createPublicKey(amazonKeys.publicKey), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const signed = Buffer.from(`AMZN-PAY-RSASSA-PSS-V2\n${hex(text)}`)
  return verify('sha256', signed, pss, Buffer.from(signature, 'base64'))
}

function isRequestSigned(method: string, path: string, headers: Record<string, string>, body: string): boolean {
  const [, keyId, names = '', signature = ''] =
    /^AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=([^,]+), SignedHeaders=([^,]+), Signature=(.+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const lines = names.split(';').map((name) => `${name}:${headers[name]}`)
  return keyId === 'SANDBOX-KEY' && isSigned([method, path, '', ...lines, '', names, hex(body)].join('\n'), signature)
}

const payload = JSON.stringify({ storeId: 'amzn1.application-oa2-client.x', scopes: ['name'], 名: '椿野' })

test('a button: our signature and the official client’s pass the same check', () => {
  expect(isSigned(payload, new WebStoreClient(config).generateButtonSignature(payload))).toBe(true)
  expect(isSigned(payload, signText(key, payload))).toBe(true)
  expect(isSigned(`${payload} `, signText(key, payload))).toBe(false)
})

test('a request: our signature and the official client’s pass the same check', () => {
  const body = JSON.stringify({ chargePermissionId: 'P03-1', note: '定期便' })
  const options = {
    method: 'POST',
    urlFragment: 'v2/charges',
    payload: body,
    headers: { 'x-amz-pay-idempotency-key': 'once' },
  }
  expect(isRequestSigned('POST', '/v2/charges', helper.signHeaders(config, options), body)).toBe(true)

  const url = new URL('https://pay-api.amazon.jp/v2/charges')
  const signer = { key, public_key_id: 'SANDBOX-KEY', now: new Date('2026-11-21T03:00:00.123Z') }
  const ours = signedHeaders(signer, { method: 'POST', url, body, idempotency_key: 'once' })
  expect(isRequestSigned('POST', '/v2/charges', ours, body)).toBe(true)
  expect(isRequestSigned('POST', '/v2/charges', ours, `${body} `)).toBe(false)
  expect(isRequestSigned('POST', '/v2/charges', { ...ours, 'x-amz-pay-idempotency-key': 'twice' }, body)).toBe(false)
  expect(ours).toMatchObject({
    'x-amz-pay-date': '2026-11-21T03:00:00Z',
    'x-amz-pay-host': 'pay-api.amazon.jp',
    'x-amz-pay-region': 'jp',
  })
  // The same headers as theirs, except the client's name.
  const theirs = Object.keys(helper.signHeaders(config, options)).filter((name) => name !== 'user-agent')
  expect(Object.keys(ours).sort()).toEqual(theirs.sort())
})
