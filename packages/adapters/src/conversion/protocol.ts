import { createHash } from 'node:crypto'
import type { ConversionAccount, ConversionAnswer, ConversionFact } from '@kushi/shop/ports/conversion-port'

export interface ConversionRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string
}

export interface WireResponse {
  status: number
  body: string
}

/** Sends one request to a host, and reads the beginning of its answer. @throws when nothing answers in time */
export type SendConversionRequest = (request: ConversionRequest) => Promise<WireResponse>

export interface ConversionBatch {
  fields: ConversionAccount['fields']
  facts: readonly ConversionFact[]
  is_test: boolean
  /** Origin and path before the provider's own, without a slash at the end. */
  base: string
  ask: SendConversionRequest
  now: Date
}

/** The protocol of a kind: it sends the events, and interprets the answer. */
export interface ConversionProtocol {
  /** The provider's own address; null: the account names it. */
  base: string | null
  send(batch: ConversionBatch): Promise<ConversionAnswer>
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')
export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Trimmed and in small letters, as all providers want it before it is hashed. */
export const hashedEmail = (email: string): string => sha256Hex(email.trim().toLowerCase())

/** `+819012345678`, of digits as they are stored (09012345678). */
export const internationalPhone = (phone_number: string): string =>
  `+81${phone_number.normalize('NFKC').replace(/\D/g, '').replace(/^0/, '')}`

export const jsonRequest = (url: string, headers: Record<string, string>, body: unknown): ConversionRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const parseJsonObject = (body: string): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const MAX_WORDS = 200

/**
 * Joins the words of an answer into one line that the database accepts. Hashes are removed, because an answer may
 * repeat the request.
 */
export const loggableText = (...parts: unknown[]): string =>
  [
    ...parts
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .join(' ')
      .replace(/[0-9a-f]{64}/gi, '…')
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_WORDS)
    .join('')

export const acceptedConversion = (...words: unknown[]): ConversionAnswer => ({
  outcome: 'accepted',
  words: loggableText(...words),
})
export const refusedConversion = (...words: unknown[]): ConversionAnswer => ({
  outcome: 'refused',
  words: loggableText(...words),
})
export const conversionToRepeat = (...words: unknown[]): ConversionAnswer => ({
  outcome: 'repeat',
  words: loggableText(...words),
})

/**
 * Whether a status is about the account (401, 403, 404), the load (408, 429) or the provider, and not about the sent
 * events. Such a request may be repeated.
 */
export const isRepeatableStatus = (status: number): boolean =>
  [401, 403, 404, 408, 429].includes(status) || status < 200 || (status >= 300 && status < 400) || status >= 500
