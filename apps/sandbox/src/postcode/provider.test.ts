import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const ask = (code: string, key = '?apikey=sandbox-api-key', headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/sandbox/postcode-jp/api/v6/postcodes/${code}${key}`, { headers })

it('returns a row for every town of a postcode', async () => {
  expect(await (await ask('1500001')).json()).toMatchObject([
    {
      postcode: '1500001',
      prefCode: '13',
      pref: '東京都',
      city: '渋谷区',
      town: '神宮前',
      allAddress: '東京都渋谷区神宮前',
      hiragana: { pref: 'とうきょうと' },
      fullWidthKana: { city: 'シブヤク' },
    },
  ])
  const two = (await (await ask('4980000')).json()) as { pref: string; city: string }[]
  expect(two.map(({ pref, city }) => pref + city)).toEqual(['愛知県弥富市', '三重県桑名郡木曽岬町'])
  expect(await (await ask('9999999')).json()).toEqual([])
})

it('requires the key, in any of its three places', async () => {
  expect((await ask('1500001', '')).status).toBe(401)
  expect((await ask('1500001', '?apikey=wrong')).status).toBe(403)
  expect((await ask('1500001', '', { apikey: 'sandbox-api-key' })).status).toBe(200)
  expect((await ask('1500001', '', { authorization: 'Bearer sandbox-api-key' })).status).toBe(200)
  expect((await ask('150-0001')).status).toBe(400)
})

it('fails as ordered', async () => {
  const script = `${sandbox.url}/sandbox/postcode-jp/script`
  await fetch(script, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"times":2}' })
  expect((await ask('1500001')).status).toBe(503)
  expect((await ask('1500001')).status).toBe(503)
  expect((await ask('1500001')).status).toBe(200)
})
