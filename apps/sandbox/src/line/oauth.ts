import { createHmac } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type Answer, type Env, withFault } from '../core/faults.ts'
import { readBody } from '../core/script-routes.ts'
import { challengeOf } from './grants.ts'
import type { Line } from './line.ts'
import type { LineUser } from './users.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** An id token as LINE Login signs it for a web app: HS256 with the channel's secret. */
function issueIdToken({ channel, now }: Line, user: LineUser, scope: string, nonce: string): string {
  const at = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: 'https://access.line.me',
    sub: user.id,
    aud: channel.id,
    exp: at + 3600,
    iat: at,
    ...(nonce === '' ? {} : { nonce }),
    amr: ['linesso'],
    name: user.name,
    ...(scope.split(' ').includes('email') && user.email !== null ? { email: user.email } : {}),
  }
  const text = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`
  return `${text}.${signed(text, channel.secret)}`
}

/**
 * The claims of a token that we issued for that client, with that nonce if one is given; otherwise the reason why it is
 * invalid.
 */
function readIdToken({ channel, now }: Line, token: string, clientId: string, nonce: string) {
  const [head = '', body = '', signature = ''] = token.split('.')
  if (signed(`${head}.${body}`, channel.secret) !== signature) return { wrong: 'Invalid IdToken.' }
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { aud: string; exp: number; nonce?: string }
  if (claims.aud !== clientId) return { wrong: 'Invalid IdToken Audience.' }
  if (claims.exp * 1000 <= now().getTime()) return { wrong: 'IdToken expired.' }
  if (nonce !== '' && claims.nonce !== nonce) return { wrong: 'Invalid IdToken Nonce.' }
  return { claims }
}

/** The calls of `api.line.me` in this file, by the names used for ordered failures. */
export const LOGIN_APIS = ['token', 'verify', 'verify-id-token', 'revoke', 'profile', 'friendship'] as const
type Api = (typeof LOGIN_APIS)[number]

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
const refuse = (error: string, error_description: string, status = 400) => json({ error, error_description }, status)
const bearer = (c: Context<Env>) => /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''

function exchange(line: Line, form: Record<string, string>): Answer {
  if (form.grant_type !== 'authorization_code') return refuse('unsupported_grant_type', 'unsupported grant_type')
  const code = line.grants.useCode(form.code ?? '')
  if (code === undefined) return refuse('invalid_grant', 'invalid authorization code')
  if (code.redirectUri !== form.redirect_uri) return refuse('invalid_grant', 'redirect_uri does not match')
  const proven =
    code.codeChallenge === ''
      ? form.client_secret === line.channel.secret
      : challengeOf(form.code_verifier ?? '') === code.codeChallenge
  if (code.clientId !== form.client_id || !proven) return refuse('invalid_client', 'client authentication failed', 401)
  const user = line.users.get(code.userId)
  if (user === undefined) return refuse('invalid_grant', 'unknown user')
  const token = line.grants.issueToken(user.id, code.clientId, code.scope)
  return json({
    access_token: token.token,
    expires_in: Math.floor((token.expiresAt - line.now().getTime()) / 1000),
    ...(code.scope.split(' ').includes('openid') ? { id_token: issueIdToken(line, user, code.scope, code.nonce) } : {}),
    refresh_token: `${token.token.slice(0, 20)}-refresh`,
    scope: code.scope,
    token_type: 'Bearer',
  })
}

function verify(line: Line, given: string): Answer {
  const token = line.grants.findToken(given)
  if (token === undefined) return refuse('invalid_request', 'access token expired')
  return json({
    scope: token.scope,
    client_id: token.clientId,
    expires_in: Math.floor((token.expiresAt - line.now().getTime()) / 1000),
  })
}

/** LINE Login's calls: exchange, verify, revoke, profile and friendship. */
export function oauthRoutes(line: Line): Hono<Env> {
  const guarded = (c: Context<Env>, api: Api, run: () => Answer) =>
    withFault(
      c,
      line.scripts.take('line', api),
      () => line.store.atomic(run),
      (code) =>
        json(
          { error: code, error_description: 'scripted', message: 'scripted' },
          /^[45]\d\d$/.test(code) ? Number(code) : 400,
        ),
    )
  const own = (c: Context<Env>, run: (userId: string) => Answer) => {
    const token = line.grants.findToken(bearer(c))
    if (token === undefined) return json({ message: 'The access token expired' }, 401)
    return token.scope.split(' ').includes('profile') ? run(token.userId) : json({ message: 'insufficient scope' }, 403)
  }
  return (
    new Hono<Env>()
      .post('/oauth2/v2.1/token', async (c) => {
        const form = await readBody(c.req.raw)
        return guarded(c, 'token', () => exchange(line, form))
      })
      .get('/oauth2/v2.1/verify', (c) => guarded(c, 'verify', () => verify(line, c.req.query('access_token') ?? '')))
      .post('/oauth2/v2.1/verify', async (c) => {
        const form = await readBody(c.req.raw)
        return guarded(c, 'verify-id-token', () => {
          const read = readIdToken(line, form.id_token ?? '', form.client_id ?? '', form.nonce ?? '')
          return read.claims === undefined ? refuse('invalid_request', read.wrong) : json(read.claims)
        })
      })
      .post('/oauth2/v2.1/revoke', async (c) => {
        const form = await readBody(c.req.raw)
        return guarded(c, 'revoke', () => {
          line.grants.revoke(form.access_token ?? '')
          return json({})
        })
      })
      .get('/v2/profile', (c) =>
        guarded(c, 'profile', () => own(c, (id) => json({ userId: id, displayName: line.users.get(id)?.name }))),
      )
      .get('/friendship/v1/status', (c) =>
        guarded(c, 'friendship', () =>
          own(c, (id) => json({ friendFlag: line.users.get(id)?.friendship === 'friend' })),
        ),
      )
      // The call of LIFF's own dialog inside the app; the shop never calls it.
      .post('/friendship/v1/request', (c) =>
        guarded(c, 'friendship', () =>
          own(c, (id) => {
            line.users.setFriendship(id, 'friend')
            return json({})
          }),
        ),
      )
  )
}
