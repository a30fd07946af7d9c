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

/** A message as it was received. It is parsed when someone reads it, because few of many are read. */
type ReceivedMail = Pick<Message, 'id' | 'at' | 'envelope'> & {
  /** Its bytes, one per character. */
  raw: string
}

export type Inbox = {
  messages: Collection<ReceivedMail>
  /** Stores a message: afterwards it survives the process. */
  receive(raw: Uint8Array, envelope: Message['envelope'], at: Date): void
  /** Newest first; `to` is a complete address, case-insensitive. */
  list(to?: string): ReceivedMail[]
  read(received: ReceivedMail): Promise<Message>
}

const KEPT = 500

export function openInbox(store: Store): Inbox {
  const messages = store.collection<ReceivedMail>('mail.received')
  return {
    messages,
    receive(raw, envelope, at) {
      const id = randomBytes(8).toString('hex')
      store.atomic(() => {
        messages.put(id, { id, at: at.toISOString(), envelope, raw: Buffer.from(raw).toString('latin1') })
        messages.trim(KEPT)
      })
    },
    list(to) {
      const newest = messages.newest(KEPT)
      if (to === undefined || to === '') return newest
      return newest.filter(({ envelope }) => envelope.to.some((one) => one.toLowerCase() === to.toLowerCase()))
    },
    read: parse,
  }
}

/** A mail that can't be parsed is shown as an empty one. */
async function parse({ id, at, envelope, raw }: ReceivedMail): Promise<Message> {
  const mail = await PostalMime.parse(Buffer.from(raw, 'latin1')).catch(() => PostalMime.parse(''))
  const name = (one: { name?: string | undefined; address?: string | undefined } | undefined) =>
    one === undefined ? '' : one.name ? `${one.name} <${one.address ?? ''}>` : (one.address ?? '')
  return {
    id,
    at,
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
}
