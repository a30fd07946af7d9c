import { createHash } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../sandbox.ts'

const HANAKO = `U${'1'.repeat(32)}`
const TARO = `U${'2'.repeat(32)}`
const verifier = 'a-verifier-that-is-long-enough-for-the-specification'
const challenge = createHash('sha256').update(verifier).digest('base64url')

async function open() {
  let now = new Date('2026-04-01T00:00:00Z')
  const sandbox = await startSandbox({ now: () => now })
  onTestFinished(() => sandbox.stop())
  const base = `${sandbox.url}/sandbox/line`
  const request = {
    response_type: 'code',
    client_id: '2000000001',
    redirect_uri: `${sandbox.url}/sh/callback`,
    state: 'st',
    scope: 'profile openid',
    nonce: 'no',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const consent = async (fields: Record<string, string>) => {
    const answer = await post('/access/consent', { ...request, action: 'allow', user: HANAKO, ...fields })
    return {
      status: answer.status,
      text: answer.text(),
      back: new URL(answer.headers.get('location') ?? 'about:blank'),
    }
  }
  const exchange = (code: string, own: Record<string, string> = {}) =>
    post('/api/oauth2/v2.1/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: request.redirect_uri,
      client_id: request.client_id,
      code_verifier: verifier,
      ...own,
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Record<string, string> }))
  const get = async (path: string, token = '') => {
    const answer = await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { sandbox, base, request, post, consent, exchange, get, later }
}

it('logs a user in: consent, code once, token, verify, profile, friendship', async () => {
  const line = await open()
  const page = await fetch(`${line.base}/access/oauth2/v2.1/authorize?${new URLSearchParams(line.request)}`)
  expect(await page.text()).toContain('椿 花子')
  const { back } = await line.consent({})
  expect(back.searchParams.get('state')).toBe('st')
  const code = back.searchParams.get('code') ?? ''
  const { body } = await line.exchange(code)
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'profile openid', expires_in: 2_592_000 })
  expect((await line.exchange(code)).body.error).toBe('invalid_grant')

  const token = body.access_token ?? ''
  expect((await line.get(`/api/oauth2/v2.1/verify?access_token=${token}`)).body).toMatchObject({
    client_id: '2000000001',
  })
  expect((await line.get('/api/v2/profile', token)).body).toEqual({ userId: HANAKO, displayName: '椿 花子' })
  expect((await line.get('/api/friendship/v1/status', token)).body).toEqual({ friendFlag: true })

  const idToken = { id_token: body.id_token ?? '', client_id: '2000000001' }
  const claims = await line.post('/api/oauth2/v2.1/verify', { ...idToken, nonce: 'no' })
  expect(await claims.json()).toMatchObject({ sub: HANAKO, aud: '2000000001', nonce: 'no' })
  expect((await line.post('/api/oauth2/v2.1/verify', { ...idToken, nonce: 'other' })).status).toBe(400)

  line.later(30 * 24 * 3600_000)
  expect((await line.get(`/api/oauth2/v2.1/verify?access_token=${token}`)).status).toBe(400)
})

it.each([
  ['another client', { client_id: '1' }, 'Invalid client_id'],
  ['a foreign address', { redirect_uri: 'https://evil.example/' }, 'Invalid redirect_uri'],
  ['a host that only begins like ours', { redirect_uri: 'http://127.0.0.1.evil.example/' }, 'Invalid redirect_uri'],
  ['no state', { state: '' }, 'state is required'],
  ['a scope that does not exist', { scope: 'profile everything' }, 'Invalid scope'],
])('does not redirect to %s', async (_, own, why) => {
  const line = await open()
  const { status, text } = await line.consent(own)
  expect(status).toBe(400)
  expect(await text).toContain(why)
})

it.each([
  ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_client'],
  ['another redirect_uri', { redirect_uri: 'http://127.0.0.1/sh/' }, 'invalid_grant'],
])('exchanges no code for %s', async (_, own, error) => {
  const line = await open()
  const { back } = await line.consent({})
  expect((await line.exchange(back.searchParams.get('code') ?? '', own)).body.error).toBe(error)
})

it('reports the refusal of a user who declines', async () => {
  const { back } = await (await open()).consent({ action: 'cancel' })
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.has('code')).toBe(false)
})

it('adds a friend on request: with the consent, or on a separate page', async () => {
  const line = await open()
  const changed = async (fields: Record<string, string>) =>
    (await line.consent({ user: TARO, ...fields })).back.searchParams.get('friendship_status_changed')
  expect(await changed({ bot_prompt: 'normal' })).toBe('false')
  const asked = await line.consent({ user: TARO, bot_prompt: 'aggressive' })
  expect(await asked.text).toContain('友だちに追加しますか')
  expect(await changed({ bot_prompt: 'aggressive', asked: '1', add_friend: '1' })).toBe('true')
  const { body } = await line.get('/users.json')
  expect((body.users as { id: string; friendship: string }[]).find(({ id }) => id === TARO)?.friendship).toBe('friend')
})

it('fails as ordered, and restores its users after a reset', async () => {
  const line = await open()
  await line.post('/script', { api: 'verify', kind: 'error:503', times: '1' })
  expect((await line.get('/api/oauth2/v2.1/verify?access_token=x')).status).toBe(503)
  await line.post('/friendship', { user: HANAKO, friendship: 'blocked' })
  line.sandbox.reset()
  const { body } = await line.get('/users.json')
  expect((body.users as { friendship: string }[]).map(({ friendship }) => friendship)).toEqual([
    'friend',
    'none',
    'blocked',
    'friend',
    'friend',
    'friend',
  ])
})
