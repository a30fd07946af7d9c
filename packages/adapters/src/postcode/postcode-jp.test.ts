import { startSandbox } from '@kushi/sandbox/sandbox'
import { afterAll, expect, test } from 'vitest'
import { postcodeJp } from './postcode-jp.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const settings = { base_url: `${sandbox.url}/sandbox/postcode-jp`, api_key: 'sandbox-api-key' }

test('the towns of a code, with the number of their prefecture', async () => {
  expect(await postcodeJp(settings).towns('2480006')).toEqual([
    { pref_id: 14, pref: '神奈川県', city: '鎌倉市', town: '小町' },
  ])
})

test('none for a code that does not exist', async () => {
  expect(await postcodeJp(settings).towns('9999999')).toEqual([])
})

test('a wrong key throws, and so does a missing server', async () => {
  await expect(postcodeJp({ ...settings, api_key: 'wrong' }).towns('2480006')).rejects.toThrow()
  await expect(postcodeJp({ ...settings, base_url: 'http://127.0.0.1:9' }).towns('2480006')).rejects.toThrow()
})
