import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Collection, Store } from '../core/store.ts'

export type Message = {
  id: string
  at: string
  envelope: { from: string; to: string[] }
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: { filename: string; type: string; size: number }[]
}

export type Inbox = {
  messages: Collection<Message>
  /** Parses and stores; once it resolves, the message survives the process. */
  receive(raw: Uint8Array, envelope: Message['envelope'], at: Date): Promise<Message>
  /** Newest first; `to` is a complete address, case-insensitive. */
  list(to?: string): Message[]
}

const KEPT = 500

export function openInbox(store: Store): Inbox {
  const messages = store.collection<Message>('mail.messages')
  return {
    messages,
    async receive(raw, envelope, at) {
      const mail = await PostalMime.parse(raw)
      const name = (one: { name?: string | undefined; address?: string | undefined } | undefined) =>
        one === undefined ? '' : one.name ? `${one.name} <${one.address ?? ''}>` : (one.address ?? '')
      const message: Message = {
        id: randomBytes(8).toString('hex'),
        at: at.toISOString(),
        envelope,
        from: name(mail.from),
        to: (mail.to ?? []).map(name),
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
        attachments: mail.attachments.map((one) => ({
          filename: one.filename ?? '',
          type: one.mimeType,
          size: typeof one.content === 'string' ? one.content.length : one.content.byteLength,
        })),
      }
      store.atomic(() => {
        messages.put(message.id, message)
        messages.trim(KEPT)
      })
      return message
    },
    list(to) {
      const newest = messages.newest(KEPT)
      if (to === undefined || to === '') return newest
      return newest.filter(({ envelope }) => envelope.to.some((one) => one.toLowerCase() === to.toLowerCase()))
    },
  }
}
