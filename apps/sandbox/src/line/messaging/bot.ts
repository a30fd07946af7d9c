import type { Line } from '../line.ts'
import type { BotChannel } from './channel.ts'

/** A message in a chat with the official account. */
export type Pushed = { id: string; to: string; at: string; message: Record<string, unknown> }
/** A link token: whose, and until when; gone once it was used. */
export type LinkToken = { token: string; userId: string; until: number }
/** A webhook as it was sent, and what the shop answered; null while, or if, nobody did. */
export type Delivered = { id: string; at: string; type: string; userId: string; status: number | null; body: string }

export type Bot = ReturnType<typeof openBot>

/** What the official account remembers. */
export const openBot = (line: Line, channel: BotChannel) => ({
  line,
  channel,
  chats: line.store.collection<Pushed>('line.pushed'),
  /** Answers by their retry key: the same one is taken once. */
  retryKeys: line.store.collection<{ sentMessages: { id: string }[] }>('line.retry-keys'),
  linkTokens: line.store.collection<LinkToken>('line.link-tokens'),
  webhooks: line.store.collection<Delivered>('line.webhooks'),
})

export const chatOf = (bot: Bot, userId: string): Pushed[] => bot.chats.byRef(userId)
