import type { ConversionAccount, ConversionAnswer, ConversionPort } from '@kushi/shop/ports/conversion-port'
import { CONVERSION_KINDS, type ConversionKindName, conversionFieldNames } from '@kushi/values/conversion/kinds'
import { fetchPublicHost } from '../network/fetch-outside.ts'
import { mayBeReached } from '../network/outside.ts'
import { readAnswer } from '../network/read-answer.ts'
import { googleWire } from './kinds/google.ts'
import { lineyahooWire } from './kinds/lineyahoo.ts'
import { metaWire } from './kinds/meta.ts'
import { postbackWire } from './kinds/postback.ts'
import { tiktokWire } from './kinds/tiktok.ts'
import type { Ask, ConversionRequest, ConversionWire, WireResponse } from './wire.ts'

const WIRES: Readonly<Record<ConversionKindName, ConversionWire>> = {
  meta: metaWire,
  google: googleWire,
  lineyahoo: lineyahooWire,
  tiktok: tiktokWire,
  postback: postbackWire,
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
    mayReach: (url) => mayBeReached(url, local),
    async send({ kind, fields }, facts, is_test): Promise<ConversionAnswer> {
      const wire = WIRES[kind]
      const ask: Ask = async (request) => withoutSecrets(await answerTo(request, local), secretsOf(kind, fields))
      const base = wire.base === null ? '' : local ? `${stand_in_url}/${kind}` : wire.base
      try {
        return await wire.send({ fields, facts, is_test, base, ask, now: now() })
      } catch (error) {
        return { outcome: 'repeat', words: failureWords(error as Error & { code?: string }) }
      }
    },
  }
}

/** The secret values of an account; of `名前=値` the value. */
const secretsOf = (kind: ConversionKindName, fields: ConversionAccount['fields']): string[] =>
  conversionFieldNames(kind, true).flatMap((name) => {
    const value = fields[name] ?? ''
    return CONVERSION_KINDS[kind].fields[name]!.form === 'pair' ? value.slice(value.indexOf('=') + 1) : value
  })

/** An answer may repeat what was sent, and is stored and shown. */
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
  return { status: answer.statusCode ?? 0, body: text }
}
