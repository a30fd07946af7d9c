import { createHmac } from 'node:crypto'
import { PaymentRefused } from '@kushi/shop/ports/payment-port'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startPayPay } from '../testing/paypay.ts'
import { readResponseToken } from './account-link.ts'
import { paypayPayments } from './payments.ts'

const paypay = await startPayPay()
afterAll(paypay.stop)
afterEach(() => paypay.clearFaults())
const port = paypayPayments(paypay.settings)

const api_secret = Buffer.from('a secret of PayPay').toString('base64')
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { nonce: 'n', referenceId: '7', userAuthorizationId: 'u-1', result: 'succeeded', exp: 4_000_000_000 }

function jwt(
  body: object,
  { head = { alg: 'HS256' } as object, key = Buffer.from(api_secret, 'base64'), hash = 'sha256' } = {},
) {
  const text = `${base64(head)}.${base64(body)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}
const refusalOf = (token: string) => {
  try {
    readResponseToken(token, { api_secret })
    return null
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return error.refusal
  }
}

describe('the token that the browser brings back', () => {
  test('names whose session it was and the consent', () => {
    expect(readResponseToken(jwt(claims), { api_secret })).toEqual({
      nonce: 'n',
      reference_id: '7',
      user_authorization_id: 'u-1',
    })
  })
  test.each([
    ['signed by another key', jwt(claims, { key: Buffer.from('x') }), 'not_accepted'],
    ['signed by the secret as text', jwt(claims, { key: Buffer.from(api_secret) }), 'not_accepted'],
    ['of no algorithm', `${base64({ alg: 'none' })}.${base64(claims)}.`, 'not_accepted'],
    ['that says another algorithm', jwt(claims, { head: { alg: 'none' } }), 'not_accepted'],
    ['of another hash', jwt(claims, { hash: 'sha512' }), 'not_accepted'],
    ['with a fourth part', `${jwt(claims)}.x`, 'not_accepted'],
    ['that is over', jwt({ ...claims, exp: 1_000 }), 'session_expired'],
    ['of nothing', '', 'not_accepted'],
  ])('%s is refused', (_, token, refusal) => {
    expect(refusalOf(token)).toBe(refusal)
  })
  test.each([{ result: 'declined' }, { userAuthorizationId: undefined }, { userAuthorizationId: '' }])(
    'of who declined names no consent (%j)',
    (more) => {
      const read = readResponseToken(jwt({ ...claims, ...more }), { api_secret })
      expect(read).toEqual({ nonce: 'n', reference_id: '7', user_authorization_id: null })
    },
  )
  test('any text is refused, and any change of a signed one', () => {
    fc.assert(fc.property(fc.string(), (text) => refusalOf(text) === 'not_accepted'))
    const token = jwt(claims)
    fc.assert(
      fc.property(fc.nat(token.lastIndexOf('.') - 1), fc.constantFrom('A', 'z', '9'), (at, letter) => {
        fc.pre(token[at] !== letter && token[at] !== '.')
        return refusalOf(token.slice(0, at) + letter + token.slice(at + 1)) === 'not_accepted'
      }),
    )
  })
})

const source = (user_authorization_id: string) => ({ kind: 'linked_account', user_authorization_id }) as const
let count = 0
const attempt = () => ({ provider_order_id: `LINK-${++count}`, amount: 1980, reference: {} })
async function linked() {
  const url = await port.link!.begin({ nonce: `n${++count}`, reference_id: '1', return_url: 'http://localhost:3000/x' })
  const token = new URL((await paypay.answerLink(url))!).searchParams.get('responseToken')!
  return port.link!.read(token).user_authorization_id!
}

describe('a charge', () => {
  test.each([
    ['NO_SUFFICIENT_FUND', 'limit'],
    ['LIMIT_EXCEEDED', 'limit'],
    ['PAY_METHOD_INVALIDATED', 'unusable'],
    ['CANCELED_USER', 'unusable'],
    ['UNACCEPTABLE_OP', 'unusable'],
    ['SOMETHING_NEW', 'not_accepted'],
  ])('that PayPay refuses by %s is %s, and nothing is taken', async (code, refusal) => {
    const id = await linked()
    await paypay.changeLink(id, { refusal: code })
    const one = attempt()
    await expect(port.authorise(one, source(id), {} as never, null)).rejects.toMatchObject({ refusal })
    expect(await port.find(one)).toBeNull()
    await paypay.changeLink(id, { refusal: '' })
    expect(await port.authorise(one, source(id), {} as never, null)).toMatchObject({ captured_on_charge: true })
  })
  test('of an account that its customer has closed at PayPay: the agreement is closed, whatever the status', async () => {
    const id = await linked()
    expect(await port.link!.isActive(id)).toBe(true)
    await paypay.changeLink(id, { status: 'INACTIVE' })
    expect(await port.link!.isActive(id)).toBe(false)
    await port.link!.revoke(id)
    const refused = port.authorise(attempt(), source(id), {} as never, null)
    await expect(refused).rejects.toMatchObject({ refusal: 'agreement_closed' })
  })
  test('with wrong keys is no refusal of the customer', async () => {
    const wrong = paypayPayments({ ...paypay.settings, api_secret: 'another' })
    await expect(wrong.authorise(attempt(), source('u'), {} as never, null)).rejects.toThrow('401')
    await expect(wrong.link!.isActive('u')).rejects.toThrow('401')
  })
})
