import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { outbox } from '@kushi/db/schema/system'
import { markOutboxWritten } from '../outbox-writes.ts'

/** Payload of a mail in the outbox. The name and address of the shop are added when it is sent. */
export interface QueuedMail {
  to: string
  subject: string
  text: string
  /** The HTML version of the text. For letters it is made when the mail is sent. */
  html?: string
  is_letter?: boolean
  /** Addresses of the pictures shown in a letter. */
  pictures?: readonly string[]
  /** Contains a link that acts for the recipient: the content is deleted after the mail is sent. */
  is_secret?: boolean
  /** Advertising: the address to which the mail program POSTs to unsubscribe (RFC 8058). */
  unsubscribe_url?: string
  /** The advertising letter: whether the recipient still wants advertising is checked once more before it is sent. */
  ad_letter_id?: number
  /** A cart reminder: checked once more before it is sent. */
  cart_reminder_id?: number
}

/** The member, order or subscription that a message is about: for the list of messages and the pages of those three. */
export interface MessageAbout {
  customer_id?: number | null
  order_id?: number | null
  subscription_id?: number | null
  bulk_job_id?: number
}

/** Prefix of a placeholder e-mail. Nothing is sent to an address that begins with it. */
export const UNREACHABLE_EMAIL_PREFIX = 'withdrawn:'

/**
 * Returns the placeholder e-mail of a member who withdrew, or who was registered by phone without an e-mail. No mail
 * is sent to it, and no login can match it.
 */
export const unreachableEmail = (customer_id: number): string => `${UNREACHABLE_EMAIL_PREFIX}${customer_id}`

/** Returns the e-mail as operators see it. Empty for a placeholder e-mail. */
export const reachableEmail = (email: string): string => (email.startsWith(UNREACHABLE_EMAIL_PREFIX) ? '' : email)

/**
 * Prefix of the dedupe key of a mail to the shop with a member's inquiry. It counts as the member's text, not as a
 * message to the member.
 */
export const INQUIRY_SHOP_COPY_PREFIX = 'inquiry-shop:'

/** Writes a mail in the transaction that causes it. Each `dedupeKey` is written once, even if the caller runs twice. */
export const enqueueMail = (
  tx: Tx,
  shop_id: number,
  dedupe_key: string,
  mail: QueuedMail,
  about: MessageAbout = {},
): Promise<void> => enqueueMails(tx, shop_id, [{ dedupe_key, mail, about }])

/** One of many mails. */
interface MailToQueue {
  dedupe_key: string
  mail: QueuedMail
  about: MessageAbout
}

/** Writes many mails in one statement. */
export async function enqueueMails(tx: Tx, shop_id: number, mails: readonly MailToQueue[]): Promise<void> {
  const rows = mails
    .filter(({ mail }) => !mail.to.startsWith(UNREACHABLE_EMAIL_PREFIX))
    .map(({ dedupe_key, mail, about }) => ({
      shop_id,
      kind: 'mail' as const,
      dedupe_key,
      payload: mail,
      subject: mail.subject,
      customer_id: null,
      order_id: null,
      subscription_id: null,
      bulk_job_id: null,
      ...about,
    }))
  if (rows.length > 0) markOutboxWritten(shop_id)
  await insertRows(tx, outbox, rows, [], { skipExisting: true })
}
