import { startSandbox } from '@kushi/sandbox/sandbox'
import { afterAll, expect, test } from 'vitest'
import { lineLogin } from './line-login.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const HANAKO = `U${'1'.repeat(32)}`
const port = lineLogin({ base_url: `${sandbox.url}/sandbox/line/api`, channel_id: '2000000001' })

const post = (path: string, fields: Record<string, string>) =>
  fetch(`${sandbox.url}/sandbox/line${path}`, { method: 'POST', body: new URLSearchParams(fields) })
const token = async (own: Record<string, string> = {}) => {
  const answer = await post('/token.json', { user: HANAKO, ...own })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('the user of a token, and whether they are a friend', async () => {
  const given = await token()
  const hanako = { line_user_id: HANAKO, display_name: '椿 花子' }
  expect(await port.profile(given)).toEqual({ ...hanako, is_friend: true })
  await post('/friendship', { user: HANAKO, friendship: 'blocked' })
  expect(await port.profile(given)).toEqual({ ...hanako, is_friend: false })
})

test('null for a token that is expired, of another channel, or invented', async () => {
  expect(await port.profile(await token({ expires_in: '0' }))).toBeNull()
  expect(await port.profile(await token({ client_id: '1650000000' }))).toBeNull()
  expect(await port.profile('made-up')).toBeNull()
})

test.each(['verify', 'profile', 'friendship'])('throws when %s does not answer', async (api) => {
  await post('/script', { api, kind: 'error:503', times: '1' })
  await expect(port.profile(await token())).rejects.toThrow('HTTP 503')
})
