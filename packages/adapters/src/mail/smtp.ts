import type { MailPort } from '@kushi/shop/mail/mail-port'
import { createTransport, type TransportOptions } from 'nodemailer'

/** Mail over SMTP. `url` as nodemailer takes it: `smtps://user:pass@host:465`. Until it is closed, an open line keeps the process alive. */
export function smtpMail(url: string): MailPort & { verify: () => Promise<unknown>; close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
    // A template must never be able to read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as TransportOptions)
  return {
    /** Greets the server and signs in; sends nothing. */
    verify: () => transport.verify(),
    close: () => transport.close(),
    async send({ to, from, subject, text, html, unsubscribe_url, message_id }) {
      // As an object, or nodemailer would look for several addresses in one with a comma. It quotes what has to be.
      await transport.sendMail({
        to: { name: '', address: to },
        ...{ from, subject, text, messageId: message_id },
        ...(html !== undefined && { html }),
        ...(unsubscribe_url !== undefined && { headers: oneClick(unsubscribe_url) }),
      })
    },
  }
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
