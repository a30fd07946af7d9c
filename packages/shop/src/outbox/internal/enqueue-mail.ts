import type { Queryable, Tx } from '@kushi/db/connect'
import { rowsOf } from '@kushi/db/in-sets'
import { outbox } from '@kushi/db/schema/system'
import { given, givenAs, statement, valuesAs } from '@kushi/db/statement'
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

/** Begins the key of a mail to the shop itself about what a member wrote: it goes with the member's words, and is none to them. */
export const TO_SHOP = 'inquiry-shop:'

/** Writes a mail into the transaction that causes it. The same `dedupeKey` is one mail, whatever runs twice. */
export async function enqueueMail(
  tx: Tx,
  shopId: number,
  dedupeKey: string,
  mail: QueuedMail,
  about: MessageAbout = {},
): Promise<void> {
  if (mail.to.startsWith(NOBODY)) return
  await write(tx, rowOf(shopId, dedupeKey, mail, about))
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
    .map(({ dedupe_key, mail, about }) => rowOf(shop_id, dedupe_key, mail, about))
  if (rows.length === 0) return
  const names = sql.raw(columns.join(', '))
  await tx.execute(sql`insert into ${outbox} (${names}) select ${names} from ${rowsOf(outbox, rows)}
    on conflict (shop_id, dedupe_key) do nothing`)
}

const columns = [
  ...(['shop_id', 'kind', 'dedupe_key', 'payload', 'subject'] as const),
  ...(['customer_id', 'order_id', 'subscription_id', 'bulk_job_id'] as const),
]

const rowOf = (shop_id: number, dedupe_key: string, mail: QueuedMail, about: MessageAbout) => ({
  ...{ shop_id, kind: 'mail', dedupe_key, payload: mail, subject: mail.subject },
  ...{ customer_id: null, order_id: null, subscription_id: null, bulk_job_id: null, ...about },
})

type Given = ReturnType<typeof given<(typeof columns)[number]>>
const insert = (db: Queryable, row: Given) =>
  db
    .insert(outbox)
    .values(row)
    .onConflictDoNothing({ target: [outbox.shop_id, outbox.dedupe_key] })

const write = statement('enqueue', (db) => insert(db, given(...columns)))

/** The same as a step of a statement, for a member who is there. */
export const mailStep = (db: Queryable) =>
  db.$with('mailed').as(insert(db, givenAs('mail', ...columns) as Given).returning({ id: outbox.id }))

/** Its values. */
export const mailValues = (...of: [shop_id: number, dedupe_key: string, mail: QueuedMail, about: MessageAbout]) =>
  valuesAs('mail', rowOf(...of), columns)
