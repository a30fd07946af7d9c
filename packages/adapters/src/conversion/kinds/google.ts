import { createSign } from 'node:crypto'
import type { ConversionFact } from '@kushi/shop/ports/conversion-port'
import {
  acceptedConversion,
  type ConversionProtocol,
  conversionToRepeat,
  hashedEmail,
  internationalPhone,
  isRepeatableStatus,
  jsonRequest,
  parseJsonObject,
  refusedConversion,
  type SendConversionRequest,
  sha256Hex,
} from '../protocol.ts'

const SCOPE = 'https://www.googleapis.com/auth/datamanager'
const TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Gmail leaves dots and what follows a plus out of an address. */
function normalisedEmail(email: string): string {
  const [name = '', host = ''] = email.trim().toLowerCase().split('@')
  return host === 'gmail.com' || host === 'googlemail.com'
    ? `${name.replace(/\+.*$/, '').replaceAll('.', '')}@${host}`
    : `${name}@${host}`
}

/** An event of the Data Manager API, in the JSON of its proto. */
export function googleEvent(fact: ConversionFact) {
  const { gclid, gbraid, wbraid } = fact.click_ids
  const userIdentifiers = [
    ...(fact.email === null ? [] : [{ emailAddress: hashedEmail(normalisedEmail(fact.email)) }]),
    ...(fact.phone_number === null ? [] : [{ phoneNumber: sha256Hex(internationalPhone(fact.phone_number)) }]),
  ]
  return {
    transactionId: fact.event_id,
    eventTimestamp: fact.occurred_at.toISOString(),
    eventSource: 'WEB',
    currency: 'JPY',
    conversionValue: fact.value,
    adIdentifiers: { ...(gclid && { gclid }), ...(gbraid && { gbraid }), ...(wbraid && { wbraid }) },
    ...(userIdentifiers.length > 0 && { userData: { userIdentifiers } }),
    eventDeviceInfo: { userAgent: fact.user_agent },
    cartData: {
      items: fact.items.map(({ code, quantity, price }) => ({
        merchantProductId: code,
        quantity: String(quantity),
        unitPrice: price,
      })),
    },
  }
}

const account = (accountId: string) => ({ accountType: 'GOOGLE_ADS', accountId })

/** Builds the request. The customer agreed to the measurement, and not to advertising aimed at them. */
export const googleBody = (
  fields: Readonly<Record<string, string>>,
  facts: readonly ConversionFact[],
  validateOnly: boolean,
) => ({
  destinations: [
    {
      operatingAccount: account(fields.account_id!),
      ...(fields.login_account_id && { loginAccount: account(fields.login_account_id) }),
      productDestinationId: fields.conversion_action_id,
    },
  ],
  events: facts.map(googleEvent),
  consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
  encoding: 'HEX',
  validateOnly,
})

interface ServiceAccount {
  client_email: string
  private_key: string
}

function readServiceAccount(text: string): ServiceAccount | null {
  const { client_email, private_key } = parseJsonObject(text)
  return typeof client_email === 'string' && typeof private_key === 'string' ? { client_email, private_key } : null
}

const UNREADABLE_KEY = 'サービスアカウントの鍵を読み取れません。'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A signed request for a token (RFC 7523), good for an hour; null for a key that is none. */
function assertion({ client_email, private_key }: ServiceAccount, now: Date): string | null {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { iss: client_email, scope: SCOPE, aud: TOKEN_URL, iat, exp: iat + 3600 }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  try {
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(private_key, 'base64url')}`
  } catch {
    return null
  }
}

async function accessToken(ask: SendConversionRequest, base: string, key: ServiceAccount, now: Date) {
  const signed = assertion(key, now)
  if (signed === null) return { words: [UNREADABLE_KEY] }
  const grant = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signed,
  })
  const { status, body } = await ask({
    method: 'POST',
    url: base === googleProtocol.base ? TOKEN_URL : `${base}/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: grant.toString(),
  })
  const { access_token, error, error_description } = parseJsonObject(body)
  return typeof access_token === 'string' ? { access_token } : { words: [`HTTP ${status}`, error, error_description] }
}

/** Google 広告 by the Data Manager API: an accepted request has a number, and is examined later. */
export const googleProtocol: ConversionProtocol = {
  base: 'https://datamanager.googleapis.com',
  async send({ fields, facts, is_test, base, ask, now }) {
    const key = readServiceAccount(fields.service_account!)
    if (!key) return conversionToRepeat(UNREADABLE_KEY)
    const token = await accessToken(ask, base, key, now)
    if (!token.access_token) return conversionToRepeat(...(token.words ?? []))
    const { status, body } = await ask(
      jsonRequest(
        `${base}/v1/events:ingest`,
        { authorization: `Bearer ${token.access_token}` },
        googleBody(fields, facts, is_test),
      ),
    )
    const answer = parseJsonObject(body)
    if (status === 200) return acceptedConversion('requestId', answer.requestId)
    const error = (answer.error ?? {}) as Record<string, unknown>
    const words = [`HTTP ${status}`, error.status, error.message]
    return isRepeatableStatus(status) ? conversionToRepeat(...words) : refusedConversion(...words)
  },
}
