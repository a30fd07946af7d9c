import { startSandbox } from '@kushi/sandbox/sandbox'
import { afterAll, expect, test } from 'vitest'
import { lineLogin } from './line-login.ts'
import { lineLoginCode } from './login-code.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const base_url = `${sandbox.url}/sandbox/line/api`
const settings = {
  base_url,
  authorize_url: `${sandbox.url}/sandbox/line/access/oauth2/v2.1/authorize`,
  channel_id: '2000000001',
  channel_secret: 'sandbox-line-login-secret-000000',
}
const port = lineLoginCode(settings)
const redirect_uri = `${sandbox.url}/v1/line/campaign-callback`
const HANAKO = `U${'1'.repeat(32)}`

async function consented(): Promise<URLSearchParams> {
  const asked = new URL(port.authorizeUrl({ state: 'the-state', redirect_uri }))
  expect((await fetch(asked)).status).toBe(200)
  const body = new URLSearchParams({
    ...Object.fromEntries(asked.searchParams),
    user: HANAKO,
    action: 'allow',
    asked: '1',
  })
  const answer = await fetch(`${sandbox.url}/sandbox/line/access/consent`, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location')!).searchParams
}

test('LINE’s login returns the user, once', async () => {
  const back = await consented()
  expect(back.get('state')).toBe('the-state')
  const token = await port.exchange(back.get('code')!, redirect_uri)
  const profile = await lineLogin(settings).profile(token!)
  expect(profile).toMatchObject({ line_user_id: HANAKO })
  expect(await port.exchange(back.get('code')!, redirect_uri)).toBeNull()
})

test('null for a code that LINE refuses; throws without a usable response', async () => {
  expect(await port.exchange('made-up', redirect_uri)).toBeNull()
  expect(await port.exchange((await consented()).get('code')!, `${redirect_uri}/other`)).toBeNull()
  const body = new URLSearchParams({ api: 'token', kind: 'error:503', times: '1' })
  await fetch(`${sandbox.url}/sandbox/line/script`, { method: 'POST', body })
  await expect(port.exchange('any', redirect_uri)).rejects.toThrow('HTTP 503')
})
