import { connect, type Socket } from 'node:net'
import type { Mail, MailPort } from '@kushi/shop/mail/mail-port'
import { createTransport, type Transporter, type TransportOptions } from 'nodemailer'
import { outsideLookup, refuseInside } from '../network/outside.ts'

type SmtpOptions = { host?: string; port?: number; secure?: boolean }
type GotSocket = (error: Error | null, socket?: { connection: Socket }) => void

interface MailServer extends MailPort {
  /** Greets the server and signs in; sends nothing. */
  verify(): Promise<unknown>
  close(): void
}

/** Longer than any server takes for one message, and shorter than the lease of a message. */
const usualMs = 120_000

/**
 * Mail over SMTP. `url` as nodemailer takes it: `smtps://user:pass@host:465`. Until it is closed, an open line keeps the process
 * alive. `outside`: a name that leads into the machine's own network is refused at each connection. `mostMs`:
 * a server that goes on talking, which no timeout of the socket notices, is let go after that. `close`: what is being sent is sent; whoever comes later is told to come again, and finds another one.
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
      // A transport that is closed never answers.
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
    refuseInside(host!)
  } catch (error) {
    done(error as Error)
    return
  }
  const socket = connect({ host: host!, port: port || (secure ? 465 : 587), lookup: outsideLookup, timeout: 10_000 })
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

/** A shop without a mail server of its own: what waits in its outbox is tried again, and then told as not sent. */
export const noMail: MailServer = { send: absent, verify: absent, close: () => undefined }

async function sendBy(
  transport: Transporter,
  { to, from, subject, text, html, unsubscribe_url, message_id }: Mail,
  signal: AbortSignal,
): Promise<void> {
  // As an object, or nodemailer would look for several addresses in one with a comma. It quotes what has to be.
  await transport.sendMail({
    to: { name: '', address: to },
    ...{ from, subject, text, messageId: message_id, signal },
    ...(html !== undefined && { html }),
    ...(unsubscribe_url !== undefined && { headers: oneClick(unsubscribe_url) }),
  })
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
