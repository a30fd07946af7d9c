/** A mail. The plain text matters most: many customers use phone mail programs that show nothing else. */
export interface Mail {
  to: string
  /** The sender under the shop's name. */
  from: { name: string; address: string }
  subject: string
  text: string
  html?: string
  /** Adverts only: a POST to this URL unsubscribes, by the mail program's own button (RFC 8058). */
  unsubscribe_url?: string
  /** The same for every attempt, so that the reader sees a mail that was sent twice only once. */
  message_id: string
}

/** Sends mails. */
export interface MailPort {
  /** Resolves when the server has accepted the mail; throws otherwise. */
  send(mail: Mail): Promise<void>
}
