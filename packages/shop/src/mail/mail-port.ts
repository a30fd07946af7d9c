/** A mail, plain text first: many readers of ours are on phone mail programs that show nothing else. */
export interface Mail {
  to: string
  /** Sender as the shop presents itself. */
  from: { name: string; address: string }
  subject: string
  text: string
  html?: string
  /** Advertising: a POST to it stops it, by the mail program's own button (RFC 8058). */
  unsubscribe_url?: string
  /** Same for every attempt, so that a mail sent twice is one mail to the reader. */
  message_id: string
}

export interface MailPort {
  /** Resolves when the server has taken it; throws otherwise. */
  send(mail: Mail): Promise<void>
}
