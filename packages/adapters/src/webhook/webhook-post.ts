import type { WebhookMessage, WebhookPort } from '@kushi/shop/ports/webhook-port'
import { fetchPublicHost } from '../network/fetch-outside.ts'
import { isAllowedDestination } from '../network/outside.ts'

const timeoutMs = 10_000

/**
 * Sends messages over https to the public internet. `local`: on a developer's machine also over http, and to that
 * machine.
 */
export const webhookPost = ({ local = false } = {}): WebhookPort => ({
  mayReach: (url) => isAllowedDestination(url, local),
  post: (message) => post(message, local),
})

async function post({ url, headers, body }: WebhookMessage, local: boolean): Promise<number> {
  try {
    const sent = { ...headers, 'user-agent': 'Kushi-Webhook' }
    const answer = await fetchPublicHost({ url, method: 'POST', headers: sent, body, timeoutMs, local })
    answer.destroy()
    return answer.statusCode ?? 0
  } catch (error) {
    const { name } = error as Error
    throw name === 'AbortError' || name === 'TimeoutError' ? new Error('no answer in 10 s') : error
  }
}
