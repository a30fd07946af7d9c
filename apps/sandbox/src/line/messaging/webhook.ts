import { createHmac, randomBytes } from 'node:crypto'
import type { Bot, WebhookDelivery } from './bot.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** ULID: begins with the time, so that ids sort chronologically. */
function ulid(at: number): string {
  let time = ''
  for (let rest = at, n = 0; n < 10; n++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time
  return time + Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('')
}

/** Sends the shop one signed event, as LINE does; stores it with the response, so that it can be redelivered. */
export async function notifyShop(bot: Bot, userId: string, type: string, more: object = {}): Promise<void> {
  const at = bot.line.now()
  const webhookEventId = ulid(at.getTime())
  const event = {
    type,
    mode: 'active',
    timestamp: at.getTime(),
    source: { type: 'user', userId },
    webhookEventId,
    deliveryContext: { isRedelivery: false },
    ...(type === 'unfollow' ? {} : { replyToken: randomBytes(16).toString('hex') }),
    ...more,
  }
  const body = JSON.stringify({ destination: bot.channel.userId, events: [event] })
  const sent: WebhookDelivery = { id: webhookEventId, at: at.toISOString(), type, userId, status: null, body }
  bot.webhooks.put(sent.id, sent)
  bot.webhooks.trim(200)
  await deliver(bot, sent)
}

/** Redelivers the same event, marked as LINE marks it. */
export function sendAgain(bot: Bot, sent: WebhookDelivery): Promise<void> {
  const { destination, events } = JSON.parse(sent.body) as { destination: string; events: object[] }
  const again = events.map((event) => ({ ...event, deliveryContext: { isRedelivery: true } }))
  return deliver(bot, { ...sent, body: JSON.stringify({ destination, events: again }) })
}

async function deliver(bot: Bot, sent: WebhookDelivery): Promise<void> {
  const signature = createHmac('sha256', bot.channel.secret).update(sent.body).digest('base64')
  const status = await fetch(`${bot.line.publicUrl()}/v1/line/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'x-line-signature': signature },
    body: sent.body,
    signal: AbortSignal.timeout(5000),
  }).then(
    (answer) => answer.status,
    () => null,
  )
  bot.webhooks.put(sent.id, { ...sent, status })
}
