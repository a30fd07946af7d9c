import type { ConversionAccount, ConversionAnswer, ConversionPort } from '@kushi/shop/ports/conversion-port'
import { CONVERSION_KINDS, conversionFieldNames, type ServerConversionKind } from '@kushi/values/conversion/kinds'
import { fetchPublicHost } from '../network/fetch-outside.ts'
import { isAllowedDestination } from '../network/outside.ts'
import { readAnswer } from '../network/read-answer.ts'
import { googleProtocol } from './kinds/google.ts'
import { lineyahooProtocol } from './kinds/lineyahoo.ts'
import { metaProtocol } from './kinds/meta.ts'
import { postbackProtocol } from './kinds/postback.ts'
import { tiktokProtocol } from './kinds/tiktok.ts'
import type { ConversionProtocol, ConversionRequest, SendConversionRequest, WireResponse } from './protocol.ts'

const WIRES: Readonly<Record<ServerConversionKind, ConversionProtocol>> = {
  meta: metaProtocol,
  google: googleProtocol,
  lineyahoo: lineyahooProtocol,
  tiktok: tiktokProtocol,
  postback: postbackProtocol,
}

const timeoutMs = 10_000
const MAX_BYTES = 16_384
/** A shorter one is too likely to be a word of the answer itself. */
const MIN_SECRET = 6

export interface ConversionsConfig {
  /** Where the stand-ins are, one path a kind; null: the providers themselves. */
  stand_in_url: string | null
  /** The machine's clock, by which providers judge signatures. */
  now?: () => Date
}

/** 広告の送信先 by the real protocols. Beside the stand-ins nothing reaches a provider. */
export function conversions({ stand_in_url, now = () => new Date() }: ConversionsConfig): ConversionPort {
  const local = stand_in_url !== null
  return {
    mayReach: (url) => isAllowedDestination(url, local),
    async send({ kind, fields }, facts, is_test): Promise<ConversionAnswer> {
      const wire = WIRES[kind]
      let retryAfter: number | undefined
      const ask: SendConversionRequest = async (request) => {
        const { retry_after, ...response } = await answerTo(request, local)
        retryAfter = retryAfterSeconds(retry_after, now())
        return withoutSecrets(response, secretsOf(kind, fields))
      }
      const base = wire.base === null ? '' : local ? `${stand_in_url}/${kind}` : wire.base
      try {
        const answer = await wire.send({ fields, facts, is_test, base, ask, now: now() })
        return answer.outcome === 'repeat' && retryAfter !== undefined
          ? { ...answer, retry_after_seconds: retryAfter }
          : answer
      } catch (error) {
        return { outcome: 'repeat', words: failureWords(error as Error & { code?: string }) }
      }
    },
  }
}

/** The secret values of an account; of `名前=値` the value. */
const secretsOf = (kind: ServerConversionKind, fields: ConversionAccount['fields']): string[] =>
  conversionFieldNames(kind, true).flatMap((name) => {
    const value = fields[name] ?? ''
    return CONVERSION_KINDS[kind].fields[name]!.form === 'pair' ? value.slice(value.indexOf('=') + 1) : value
  })

/** Removes secrets from an answer, which may repeat the request and is stored and shown. */
const withoutSecrets = ({ status, body }: WireResponse, secrets: readonly string[]): WireResponse => ({
  status,
  body: secrets
    .flatMap((one) => [one, encodeURIComponent(one)])
    .reduce((text, one) => (one.length < MIN_SECRET ? text : text.replaceAll(one, '…')), body),
})

/** Without the address, which may contain a secret. */
const failureWords = ({ name, code, message }: Error & { code?: string }): string =>
  name === 'AbortError' || name === 'TimeoutError'
    ? '10秒待っても、答えがありませんでした。'
    : code === 'ERR_INSIDE_ADDRESS'
      ? message.slice(0, 200)
      : `つながりませんでした。${code ?? ''}`

/** Only the beginning of a long answer is read: a page for humans says no more. */
async function answerTo({ url, method, headers, body }: ConversionRequest, local: boolean) {
  const sent = { ...headers, 'user-agent': 'Kushi' }
  const answer = await fetchPublicHost({ url, method, headers: sent, body, timeoutMs, local })
  const { text } = await readAnswer(answer, MAX_BYTES)
  return { status: answer.statusCode ?? 0, body: text, retry_after: answer.headers['retry-after'] }
}

/** `Retry-After` as seconds or a date (RFC 9110); undefined: none, or nothing that can be read. */
function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}
