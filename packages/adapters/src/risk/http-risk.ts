import { createHmac, randomUUID } from 'node:crypto'
import type { RiskAnswer, RiskCheckRequest, RiskPort } from '@kushi/shop/ports/risk-port'
import { fetchPublicHost } from '../network/fetch-outside.ts'
import { readAnswer } from '../network/read-answer.ts'

export interface HttpRiskConfig {
  url: string
  /** `whsec_` and the key in base64, as in Standard Webhooks. */
  secret: string
  /** Beside the simulators: also http, and this machine. */
  local: boolean
}

const timeoutMs = 3_000
const MAX_BYTES = 16_384
const MAX_REASONS = 5
const MAX_LETTERS = 60

/** 不正注文の審査 over the wire of docs/promotions.md: signed JSON over https. */
export const httpRisk = (settings: HttpRiskConfig): RiskPort => ({
  async assess({ key, ...order }) {
    const answer = await send(settings, 'POST', key, JSON.stringify(bodyOf(order)))
    return answerOf(answer)
  },
  async check() {
    await send(settings, 'GET', `check-${randomUUID()}`, '')
  },
})

const bodyOf = ({ asked_at, ...order }: Omit<RiskCheckRequest, 'key'>) => ({
  ...order,
  asked_at: asked_at.toISOString(),
})

const verdicts = ['accept', 'review', 'refuse'] as const

/** Parses the answer of the risk service. @throws for an invalid answer, whose meaning is not guessed */
function answerOf(text: string): RiskAnswer {
  const { verdict, reasons } = JSON.parse(text) as { verdict?: unknown; reasons?: unknown }
  const known = verdicts.find((one) => one === verdict)
  if (known === undefined) throw new Error('risk service: no verdict')
  const named = Array.isArray(reasons) ? reasons.filter((one): one is string => typeof one === 'string') : []
  const plain = named.slice(0, MAX_REASONS).map(plainReason)
  return { verdict: known, reasons: plain.filter((one) => one !== '') }
}

/** On one line, and in whole letters: the database takes neither a NUL nor half a letter. */
const plainReason = (text: string): string =>
  [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MAX_LETTERS).join('')

/** @throws unless the answer is a 2xx, complete and in time */
async function send(
  { url, secret, local }: HttpRiskConfig,
  method: 'GET' | 'POST',
  id: string,
  body: string,
): Promise<string> {
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
  const answer = await fetchPublicHost({ url, method, headers, body, timeoutMs, local })
  const { statusCode = 0 } = answer
  const { text, isLonger } = await readAnswer(answer, MAX_BYTES)
  if (statusCode < 200 || statusCode > 299) throw new Error(`risk service: HTTP ${statusCode}`)
  if (isLonger) throw new Error('risk service: too long an answer')
  return text
}
