import { createHmac } from 'node:crypto'
import type { Line } from './line.ts'
import type { LineUser } from './users.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** An id token as LINE Login signs it for a web app: HS256 with the channel's secret. */
export function issueIdToken({ channel, now }: Line, user: LineUser, scope: string, nonce: string): string {
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
export function readIdToken({ channel, now }: Line, token: string, clientId: string, nonce: string) {
  const [head = '', body = '', signature = ''] = token.split('.')
  if (signed(`${head}.${body}`, channel.secret) !== signature) return { wrong: 'Invalid IdToken.' }
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { aud: string; exp: number; nonce?: string }
  if (claims.aud !== clientId) return { wrong: 'Invalid IdToken Audience.' }
  if (claims.exp * 1000 <= now().getTime()) return { wrong: 'IdToken expired.' }
  if (nonce !== '' && claims.nonce !== nonce) return { wrong: 'Invalid IdToken Nonce.' }
  return { claims }
}
