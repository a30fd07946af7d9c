import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Answer } from '../core/faults.ts'
import type { Collection } from '../core/store.ts'
import { type EventIntake, type Fields, fieldsOf, isFields, isHash, json, parsed } from './medium.ts'

type KeyPair = { public_key: string; private_key: string }
const EMAIL = 'conversions@sandbox.iam.gserviceaccount.com'
const SCOPE = 'https://www.googleapis.com/auth/datamanager'
const DAYS = 90

/** A service account of this sandbox, in the file that Google gives. */
export function serviceAccount(keys: Collection<KeyPair>): Fields {
  let pair = keys.get('google')
  if (!pair) {
    const made = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    pair = { public_key: made.publicKey, private_key: made.privateKey }
    keys.put('google', pair)
  }
  return { type: 'service_account', client_email: EMAIL, private_key: pair.private_key }
}

const part = (text: string | undefined) => parsed(Buffer.from(text ?? '', 'base64url').toString()) ?? {}

/** OAuth: a signed assertion → a token for an hour. */
export function googleToken(
  { setting }: EventIntake,
  keys: Collection<KeyPair>,
  tokens: Collection<number>,
  text: string,
): Answer {
  const refuse = (error_description: string) => json({ error: 'invalid_grant', error_description }, 400)
  const form = new URLSearchParams(text)
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return refuse('grant_type')
  const [head, body, signature] = (form.get('assertion') ?? '').split('.')
  const claims = part(body)
  const public_key = keys.get('google')?.public_key
  const now = setting.now().getTime() / 1000
  if (part(head).alg !== 'RS256' || claims.iss !== EMAIL || !public_key) return refuse('Invalid JWT: iss')
  if (claims.aud !== 'https://oauth2.googleapis.com/token') return refuse('Invalid JWT: aud')
  if (claims.scope !== SCOPE) return refuse('Invalid JWT: scope')
  if (Math.abs(now - Number(claims.iat)) > 300 || Number(claims.exp) - Number(claims.iat) > 3600)
    return refuse('Invalid JWT: iat, exp')
  const isGenuine = createVerify('RSA-SHA256')
    .update(`${head}.${body}`)
    .verify(public_key, signature ?? '', 'base64url')
  if (!isGenuine) return refuse('Invalid JWT Signature.')
  const access_token = `ya29.${randomBytes(16).toString('hex')}`
  tokens.put(access_token, now + 3600)
  return json({ access_token, expires_in: 3600, token_type: 'Bearer' })
}

const refuse = (status: number, name: string, message: string) =>
  json({ error: { code: status, message, status: name } }, status)

function problemOf({ setting }: EventIntake, event: unknown): string | null {
  if (!isFields(event)) return 'events'
  const ids = fieldsOf(event.adIdentifiers)
  const user = fieldsOf(event.userData)
  const at = Date.parse(String(event.eventTimestamp))
  if (Number.isNaN(at) || !/T.*Z$/.test(String(event.eventTimestamp))) return 'event_timestamp'
  const age = setting.now().getTime() - at
  if (age > DAYS * 86_400_000) return 'event_timestamp: out of the range'
  if (!['WEB', 'APP', 'IN_STORE', 'PHONE', 'OTHER', 'MESSAGE'].includes(String(event.eventSource)))
    return 'event_source'
  const identifiers = user.userIdentifiers
  if (identifiers !== undefined && !(Array.isArray(identifiers) && identifiers.length <= 10)) return 'user_identifiers'
  for (const one of (identifiers ?? []) as unknown[]) {
    const { emailAddress, phoneNumber, ...others } = fieldsOf(one)
    if (Object.keys(others).length > 0 || [emailAddress, phoneNumber].filter(Boolean).length !== 1)
      return 'user_identifiers'
    if (!isHash(emailAddress ?? phoneNumber)) return 'user_identifiers: not HEX'
  }
  const unknown = Object.keys(ids).find((name) => !['gclid', 'gbraid', 'wbraid', 'sessionAttributes'].includes(name))
  if (unknown) return `ad_identifiers.${unknown}`
  if (Object.keys(ids).length === 0 && identifiers === undefined) return 'no identifier'
  if (event.conversionValue !== undefined && !/^[A-Z]{3}$/.test(String(event.currency))) return 'currency'
  return null
}

/** `events:ingest` of the Data Manager API. */
export function googleEvents(
  taken: EventIntake,
  tokens: Collection<number>,
  text: string,
  authorization: string,
): Answer {
  const until = tokens.get(authorization.replace(/^Bearer /, ''))
  if (until === undefined || until < taken.setting.now().getTime() / 1000)
    return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
  const body = parsed(text)
  const [destination] = Array.isArray(body?.destinations) ? (body.destinations as Fields[]) : []
  const account = fieldsOf(destination?.operatingAccount)
  if (!/^\d+$/.test(String(destination?.productDestinationId)) || !/^\d+$/.test(String(account.accountId)))
    return refuse(400, 'INVALID_ARGUMENT', 'destinations')
  const events = body?.events
  if (!Array.isArray(events) || events.length === 0 || events.length > 2000)
    return refuse(400, 'INVALID_ARGUMENT', 'events: 1 to 2000')
  if (body?.encoding !== 'HEX' && body?.encoding !== 'BASE64') return refuse(400, 'INVALID_ARGUMENT', 'encoding')
  if (fieldsOf(body.consent).adUserData !== 'CONSENT_GRANTED') return refuse(400, 'INVALID_ARGUMENT', 'consent')
  const problem = events.map((event) => problemOf(taken, event)).find(Boolean)
  if (problem) return refuse(400, 'INVALID_ARGUMENT', `There was a problem with the request: ${problem}`)
  for (const event of events as Fields[])
    taken.keep('google', String(event.transactionId), body.validateOnly === true, event)
  return json({ requestId: randomBytes(8).toString('hex') })
}
