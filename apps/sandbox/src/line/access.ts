import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { readBody } from '../core/script-routes.ts'
import { addFriendPage, consentPage, friendPage, openPage, refusedPage } from './authorize-pages.ts'
import { backTo, readRequest } from './authorize-request.ts'
import type { Line } from './line.ts'

const leave = (location: string) =>
  new Response(null, { status: 303, headers: { Location: location, 'Referrer-Policy': 'no-referrer' } })

function consent(line: Line, form: Record<string, string>): Response {
  const request = readRequest(line, { ...form, response_type: 'code', code_challenge_method: 'S256' })
  if (typeof request === 'string') return refusedPage(request)
  if (form.action !== 'allow')
    return leave(
      backTo(request, { error: 'access_denied', error_description: 'The resource owner denied the request.' }),
    )
  const user = line.users.get(form.user ?? '')
  if (user === undefined) return refusedPage('unknown user')
  if (request.bot_prompt === 'aggressive' && form.asked !== '1' && user.friendship !== 'friend')
    return friendPage(line, request, user)
  const isAdded = form.add_friend === '1' && request.bot_prompt !== '' && user.friendship !== 'friend'
  if (isAdded) line.users.setFriendship(user.id, 'friend')
  const code = line.grants.issueCode({
    userId: user.id,
    clientId: request.client_id,
    redirectUri: request.redirect_uri,
    scope: request.scope,
    nonce: request.nonce,
    codeChallenge: request.code_challenge,
  })
  return leave(
    backTo(request, {
      code: code.code,
      ...(request.bot_prompt === '' ? {} : { friendship_status_changed: String(isAdded) }),
    }),
  )
}

/** LINE's pages for people: `access.line.me`, `liff.line.me` and `line.me/R/ti/p`. */
export function accessRoutes(line: Line): Hono<Env> {
  const ask = (url: string) => {
    const request = readRequest(line, Object.fromEntries(new URL(url).searchParams))
    return typeof request === 'string' ? refusedPage(request) : consentPage(line, request)
  }
  return new Hono<Env>()
    .get('/access/oauth2/v2.1/authorize', (c) => ask(c.req.url))
    .get('/access/liff/v1/authorize', (c) => ask(c.req.url))
    .post('/access/consent', async (c) => {
      const form = await readBody(c.req.raw)
      return line.store.atomic(() => consent(line, form))
    })
    .get('/friend/:bot', () => addFriendPage(line))
    .post('/friend/:bot', async (c) => {
      const { user = '' } = await readBody(c.req.raw)
      return addFriendPage(line, line.users.setFriendship(user, 'friend'))
    })
    .get('/liff/:liffId/*', (c) => {
      if (c.req.param('liffId') !== line.channel.liffId) return refusedPage('Invalid LIFF ID')
      const user = line.users.get(c.req.query('user') ?? '')
      if (user === undefined) return openPage(line, c.req.path)
      const token = line.grants.issueToken(user.id, line.channel.id, 'profile openid')
      const path = c.req.path.slice(`/sandbox/line/liff/${line.channel.liffId}`.length)
      return leave(`${line.publicUrl()}/sh${path}#access_token=${token.token}`)
    })
}
