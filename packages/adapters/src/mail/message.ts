import type { Mail } from '@kushi/shop/mail/mail-port'
import MimeNode from 'nodemailer/lib/mime-node'

/** Base64 has no hyphen, so no line of a body can be a delimiter. */
const boundary = 'next-part'

/**
 * A mail as it is sent, with its envelope. nodemailer makes the headers, where names, addresses and line breaks are
 * dangerous. The bodies are encoded here, because its streams take as long as the rest of sending.
 */
export function messageOf({ to, from, subject, text, html, unsubscribe_url, message_id }: Mail) {
  const head = new MimeNode(html === undefined ? undefined : `multipart/alternative; boundary="${boundary}"`)
  // An address as an object; from a string nodemailer would parse several at a comma. It adds quotes where needed.
  head.setHeader({ from, to: { name: '', address: to }, subject, 'message-id': message_id })
  if (unsubscribe_url !== undefined) head.setHeader(oneClick(unsubscribe_url))
  const [plain, letter] = [part('plain', text), html === undefined ? null : part('html', html)]
  const body = letter === null ? plain : `\r\n--${boundary}\r\n${plain}--${boundary}\r\n${letter}--${boundary}--\r\n`
  return { envelope: head.getEnvelope(), raw: Buffer.from(`${head.buildHeaders()}\r\n${body}`) }
}

/** A body with its headers, in lines of 76 characters. */
const part = (kind: 'plain' | 'html', text: string) => {
  const lines = Buffer.from(text)
    .toString('base64')
    .replace(/.{76}(?!$)/g, '$&\r\n')
  return `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
