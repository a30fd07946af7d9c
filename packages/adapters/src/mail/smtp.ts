import { connect, type Socket } from 'node:net'
import type { Mail, MailPort } from '@kushi/shop/ports/mail-port'
import { createTransport, type Transporter, type TransportOptions } from 'nodemailer'
import { publicOnlyLookup, refuseInternalAddress } from '../network/outside.ts'

type SmtpOptions = { host?: string; port?: number; secure?: boolean }
type GotSocket = (error: Error | null, socket?: { connection: Socket }) => void

interface MailServer extends MailPort {
  /** Connects and signs in, but sends nothing. */
  verify(): Promise<unknown>
  close(): void
}

/** Longer than any server takes for one message, and shorter than a message's lease in the outbox. */
const usualMs = 120_000

/**
 * Sends mail over SMTP. `url` as nodemailer accepts it: `smtps://user:pass@host:465`. An open connection keeps the
 * process alive until `close`.
 * - `outside`: rejects, at each connection, a host that resolves into the machine's own network.
 * - `mostMs`: the limit for one message, for a server that keeps sending, which no socket timeout detects.
 * - `close`: messages being sent are finished. Later calls throw, so that the caller retries with the new server.
 */
export function smtpMail(url: string, { outside = false, mostMs = usualMs } = {}): MailServer {
  let underWay = 0
  let isClosed = false
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
    // A template must never be able to read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(outside && { getSocket: connectOutside }),
  } as TransportOptions)
  return {
    verify: () => transport.verify(),
    close() {
      isClosed = true
      if (underWay === 0) transport.close()
    },
    async send(mail) {
      // A closed transport never responds.
      if (isClosed) throw new Error('the mail server was changed')
      underWay += 1
      try {
        await sendBy(transport, mail, AbortSignal.timeout(mostMs))
      } finally {
        underWay -= 1
        if (isClosed && underWay === 0) transport.close()
      }
    },
  }
}

function connectOutside({ host, port, secure }: SmtpOptions, done: GotSocket): void {
  try {
    refuseInternalAddress(host!)
  } catch (error) {
    done(error as Error)
    return
  }
  const socket = connect({ host: host!, port: port || (secure ? 465 : 587), lookup: publicOnlyLookup, timeout: 10_000 })
  const fail = (error: Error) => {
    socket.destroy()
    done(error)
  }
  const late = () => fail(new Error('the mail server does not answer'))
  socket.once('error', fail).once('timeout', late)
  socket.once('connect', () => {
    socket.off('error', fail).off('timeout', late).setTimeout(0)
    done(null, { connection: socket })
  })
}

const absent = () => Promise.reject(new Error('No mail server is configured'))

/** For a shop without its own mail server: its messages are retried and finally marked as failed. */
export const noMail: MailServer = { send: absent, verify: absent, close: () => undefined }

async function sendBy(
  transport: Transporter,
  { to, from, subject, text, html, unsubscribe_url, message_id }: Mail,
  signal: AbortSignal,
): Promise<void> {
  // As an object; from a string nodemailer would parse several addresses at a comma. It adds quotes where needed.
  await transport.sendMail({
    to: { name: '', address: to },
    from,
    subject,
    text,
    messageId: message_id,
    signal,
    ...(html !== undefined && { html }),
    headers: { ...automatic, ...(unsubscribe_url !== undefined && oneClick(unsubscribe_url)) },
  })
}

/** RFC 3834: answering machines (不在通知) do not answer the shop. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
