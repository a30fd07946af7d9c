import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from './test-client.ts'

type Result = {
  resultCode: string
  tokenObject?: { token: string | string[]; toBeExpiredAt: string; maskedCardNo: string; isSecurityCodeSet: boolean }
}
type Multipayment = {
  init(key: string): void
  getToken(card: unknown, callback?: (result: Result) => void): Promise<Result>
}

let shop: Shop
let multipayment: Multipayment
beforeAll(async () => {
  shop = await openShop()
  const src = `${shop.base}/ext/js/token.js`
  const script = await fetch(src)
  expect(script.headers.get('content-type')).toContain('text/javascript')
  const window = {} as { Multipayment: Multipayment }
  runInNewContext(await script.text(), {
    window,
    document: { currentScript: { src } },
    URL,
    fetch,
    Promise,
    JSON,
    String,
  })
  multipayment = window.Multipayment
  multipayment.init('sandbox-api-key')
})
afterAll(() => shop.close())

const CARD = { cardno: '4111111111111111', expire: '203012', securitycode: '123', holdername: 'KUSHI HANAKO' }

it('v1: lower case, with a callback', async () => {
  const result = await new Promise<Result>((resolve) => void multipayment.getToken(CARD, resolve))
  expect(result.resultCode).toBe('000')
  expect(result.tokenObject).toMatchObject({
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
    maskedCardNo: '************1111',
    isSecurityCodeSet: true,
  })
  expect(result.tokenObject?.toBeExpiredAt).toMatch(/^\d{4}(-\d\d){5}$/)
})

it('v2: camel case, a promise, several tokens', async () => {
  const card = {
    cardNo: '4111111111111111',
    expire: '3012',
    securityCode: '123',
    holderName: 'KUSHI HANAKO',
    tokenNumber: 2,
  }
  const { tokenObject } = await multipayment.getToken(card)
  expect(tokenObject?.token).toHaveLength(2)
})

it.each([
  [{ cardno: '' }, '100'],
  [{ cardno: '4111-1111' }, '101'],
  [{ cardno: '411111111' }, '102'],
  [{ expire: '' }, '110'],
  [{ expire: '12/3' }, '111'],
  [{ expire: '301' }, '112'],
  [{ expire: '3013' }, '113'],
  [{ securitycode: '12a' }, '121'],
  [{ securitycode: '12345' }, '122'],
  [{ holdername: '櫛' }, '131'],
  [{ holdername: 'A'.repeat(51) }, '132'],
  [{ tokennumber: 'x' }, '141'],
  [{ tokennumber: '11' }, '142'],
])('%o gives %s', async (wrong, code) => {
  expect(await multipayment.getToken({ ...CARD, ...wrong })).toEqual({ resultCode: code })
})

it('identifies the shop by its key', async () => {
  multipayment.init('another-key')
  expect((await multipayment.getToken(CARD)).resultCode).toBe('551')
  multipayment.init('sandbox-api-key')
})

it('fails as ordered', async () => {
  await shop.script('token', 'error:901')
  expect(await multipayment.getToken(CARD)).toEqual({ resultCode: '901' })
  await shop.script('token', 'drop-before')
  expect(await multipayment.getToken(CARD)).toEqual({ resultCode: '901' })
  expect((await multipayment.getToken(CARD)).resultCode).toBe('000')
})

it('the card number is neither stored nor shown', async () => {
  const pages = await Promise.all(
    ['/', '/transactions.json', '/wire.json'].map(async (path) => (await fetch(shop.base + path)).text()),
  )
  expect(pages.join('')).not.toContain('4111111111111111')
})
