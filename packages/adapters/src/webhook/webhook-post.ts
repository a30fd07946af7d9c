import { request as plain } from 'node:http'
import { request as secured } from 'node:https'
import type { WebhookMessage, WebhookPort } from '@kushi/shop/ports/webhook-port'
import { leadsInside, outsideLookup, refuseInside } from '../network/outside.ts'

const patienceMs = 10_000

/**
 * Sends messages over https to the public internet. `local`: on a developer's machine also over http, and to that
 * machine.
 */
export const webhookPost = ({ local = false } = {}): WebhookPort => ({
  async mayReach(text) {
    const url = URL.parse(text)
    if (!url || url.username || url.password) return false
    if (local) return /^https?:$/.test(url.protocol)
    return url.protocol === 'https:' && !(await leadsInside(url.hostname))
  },
  post: (message) => post(message, local),
})

function post({ url: text, headers, body }: WebhookMessage, local: boolean): Promise<number> {
  const url = new URL(text)
  if (!local) {
    if (url.protocol !== 'https:') throw new Error('only https')
    refuseInside(url.hostname)
  }
  const sent = { ...headers, 'user-agent': 'Kushi-Webhook', 'content-length': Buffer.byteLength(body) }
  const ask = url.protocol === 'https:' ? secured : plain
  return new Promise((resolve, reject) => {
    // A new connection each time: a kept one would go to an address that was checked earlier.
    const options = { method: 'POST', headers: sent, agent: false, signal: AbortSignal.timeout(patienceMs) } as const
    const asked = ask(url, { ...options, ...(!local && { lookup: outsideLookup }) }, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    asked.on('error', (error) =>
      reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('no answer in 10 s') : error),
    )
    asked.end(body)
  })
}
