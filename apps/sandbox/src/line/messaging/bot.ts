import type { Line } from '../line.ts'
import type { BotChannel } from './channel.ts'

/** A message in a chat with the official account. */
export type ChatMessage = { id: string; to: string; at: string; message: Record<string, unknown> }
/** A link token with its user and expiry; deleted once it is used. */
export type LinkToken = { token: string; userId: string; until: number }
/** A webhook that was sent, and the shop's response; null until the shop responds. */
export type WebhookDelivery = {
  id: string
  at: string
  type: string
  userId: string
  status: number | null
  body: string
}

export type Bot = ReturnType<typeof openBot>

/** The stored state of the official account. */
export const openBot = (line: Line, channel: BotChannel) => ({
  line,
  channel,
  chats: line.store.collection<ChatMessage>('line.pushed'),
  /** Responses by retry key: a repeated key sends nothing. */
  retryKeys: line.store.collection<{ sentMessages: { id: string }[] }>('line.retry-keys'),
  linkTokens: line.store.collection<LinkToken>('line.link-tokens'),
  webhooks: line.store.collection<WebhookDelivery>('line.webhooks'),
})

export const chatOf = (bot: Bot, userId: string): ChatMessage[] => bot.chats.byRef(userId)
