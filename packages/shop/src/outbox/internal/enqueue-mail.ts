import type { Tx } from '@kushi/db/connect'
import { rowsOf } from '@kushi/db/in-sets'
import { outbox } from '@kushi/db/schema/system'
import { given, statement } from '@kushi/db/statement'
import { sql } from 'drizzle-orm'

/** A mail to a customer; the shop's name and address are put on it when it is sent. */
export interface QueuedMail {
  to: string
  subject: string
  text: string
  /** The same for mail programs that show more than text; of a letter it is made when it is sent. */
  html?: string
  is_letter?: boolean
  /** Addresses of pictures of what a letter is about. */
  pictures?: readonly string[]
  /** Opens something for whoever has it: what was written is forgotten once the mail is sent. */
  is_secret?: boolean
  /** Advertising: where a POST by the mail program stops it (RFC 8058). */
  unsubscribe_url?: string
  /** The advert that it is: whether its reader still wants any is asked once more before it goes out. */
  ad_letter_id?: number
  /** A reminder of a cart: asked about once more before it goes out. */
  cart_reminder_id?: number
}

/** Whom a message tells something, and of what: for the list of messages and the pages of member, order and subscription. */
export interface MessageAbout {
  customer_id?: number | null
  order_id?: number | null
  subscription_id?: number | null
  bulk_job_id?: number
}

const NOBODY = 'withdrawn:'

/** Stands for the e-mail of a member who withdrew: no mail goes there, and no login can name it. */
export const addressOfNobody = (customer_id: number): string => `${NOBODY}${customer_id}`

/** Writes a mail into the transaction that causes it. The same `dedupeKey` is one mail, whatever runs twice. */
export async function enqueueMail(
  tx: Tx,
  shopId: number,
  dedupeKey: string,
  mail: QueuedMail,
  about: MessageAbout = {},
): Promise<void> {
  if (mail.to.startsWith(NOBODY)) return
  await write(tx, {
    ...{ shop_id: shopId, kind: 'mail', dedupe_key: dedupeKey, payload: mail, subject: mail.subject },
    ...{ customer_id: null, order_id: null, subscription_id: null, bulk_job_id: null, ...about },
  })
}

/** One of many mails. */
interface MailToQueue {
  dedupe_key: string
  mail: QueuedMail
  about: MessageAbout
}

/** The same of many, in one statement. */
export async function enqueueMails(tx: Tx, shop_id: number, mails: readonly MailToQueue[]): Promise<void> {
  const rows = mails
    .filter(({ mail }) => !mail.to.startsWith(NOBODY))
    .map(({ dedupe_key, mail, about }) => ({
      ...{ shop_id, kind: 'mail', dedupe_key, payload: mail, subject: mail.subject },
      ...{ customer_id: null, order_id: null, subscription_id: null, bulk_job_id: null, ...about },
    }))
  if (rows.length === 0) return
  const names = sql.raw([...columns, ...abouts].join(', '))
  await tx.execute(sql`insert into ${outbox} (${names}) select ${names} from ${rowsOf(outbox, rows)}
    on conflict (shop_id, dedupe_key) do nothing`)
}

const columns = ['shop_id', 'kind', 'dedupe_key', 'payload', 'subject'] as const
const abouts = ['customer_id', 'order_id', 'subscription_id', 'bulk_job_id'] as const
const write = statement('enqueue', (db) =>
  db
    .insert(outbox)
    .values(given(...columns, ...abouts))
    .onConflictDoNothing({ target: [outbox.shop_id, outbox.dedupe_key] }),
)
