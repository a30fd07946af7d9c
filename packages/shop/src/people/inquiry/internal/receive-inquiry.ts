import { createHash, randomInt } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { inquiry, inquiry_photograph } from '@kushi/db/schema/inquiry'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { normalizeEmail } from '@kushi/values/email'
import { INQUIRY_STATUS, INQUIRY_TYPE } from '@kushi/values/inquiry-status'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { consumeLimit } from '../../../foundation/limit/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import {
  enqueueMail,
  INQUIRY_SHOP_COPY_PREFIX,
  type MailRecipient,
  recipientColumns,
} from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { type InquiryMail, inquiryConfirmationMail, inquiryMailToShop } from './inquiry-mail.ts'
import type { InquiryRow } from './inquiry-row.ts'
import { convertInquiryPhotographs } from './make-photographs.ts'

/** The fields of a new inquiry. */
export type NewInquiry = Pick<
  typeof inquiry.$inferInsert,
  'kind' | 'name' | 'name_kana' | 'email' | 'content' | 'idempotency_key'
> &
  Partial<
    Pick<
      InquiryRow,
      'inquiry_category_id' | 'inquiry_category' | 'phone_number' | 'detail' | 'line_id' | 'inquiry_type_id'
    >
  >

/**
 * Saves a new inquiry in the state `open` and queues the mails to the shop and to the sender, in one transaction.
 * Requests with the same key are the same inquiry. Also limited per e-mail, because a visitor can enter any address,
 * which then receives a mail. Without an e-mail only the shop is notified.
 * @throws ShopError 409 ERROR_IDEMPOTENCY_KEY_REUSED when the key came with a different request
 */
export async function receiveInquiry(
  ctx: Context,
  asked: NewInquiry,
  mail: InquiryMail,
): Promise<{ inquiry_no: string }> {
  const digest = createHash('sha256').update(JSON.stringify(asked))
  for (const photograph of mail.photographs ?? []) digest.update(photograph)
  const request_digest = digest.digest('base64url')
  const before = await receivedBefore(ctx, asked.idempotency_key, request_digest)
  if (before) return before
  await consumeLimit(ctx, 'contact', { account: asked.line_id ?? normalizeEmail(asked.email), address: ctx.ip })
  const photographs = await convertInquiryPhotographs(ctx, mail.photographs ?? [])
  const seller = await loadShop(ctx)
  const to = await inquirySenderRecipient(ctx.db, { ...asked, shop_id: ctx.shop_id, customer_id: ctx.customer_id })
  const now = ctx.clock.now()
  const row = await ctx.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(inquiry)
      .values({
        inquiry_type_id: INQUIRY_TYPE.email,
        ...asked,
        shop_id: ctx.shop_id,
        customer_id: ctx.customer_id,
        request_digest,
        inquiry_no: makeInquiryNo(ctx.clock.today()),
        inquiry_status_id: INQUIRY_STATUS.open,
        terms_version: seller.terms_version,
        created_at: now,
        updated_at: now,
        waiting_since: now,
      })
      .onConflictDoNothing({ target: [inquiry.shop_id, inquiry.idempotency_key] })
      .returning()
    if (!added) return null
    if (photographs.length > 0)
      await tx
        .insert(inquiry_photograph)
        .values(photographs.map((one) => ({ ...one, shop_id: ctx.shop_id, inquiry_id: added.id })))
    // The shop's copy is linked to the member too, so that an erasure deletes its text.
    const about = { customer_id: added.customer_id }
    await enqueueMail(
      tx,
      ctx.shop_id,
      `${INQUIRY_SHOP_COPY_PREFIX}${added.inquiry_no}`,
      inquiryMailToShop(seller, added, mail),
      about,
    )
    if (added.email === '') return added
    const toSender = await inquiryConfirmationMail(tx, seller, added, mail, to)
    await enqueueMail(tx, ctx.shop_id, `inquiry-sender:${added.inquiry_no}`, toSender, about)
    return added
  })
  // A concurrent request with the same key was faster.
  if (!row) return (await receivedBefore(ctx, asked.idempotency_key, request_digest))!
  return { inquiry_no: row.inquiry_no }
}

/**
 * Returns the sender of an inquiry as a mail recipient. Only the verified e-mail of the member counts as verified;
 * another address that they typed does not.
 */
export async function inquirySenderRecipient(
  db: Queryable,
  { shop_id, customer_id, email }: Pick<InquiryRow, 'shop_id' | 'customer_id' | 'email'>,
): Promise<MailRecipient> {
  if (customer_id === null) return { email }
  const mine = and(eq(customer.id, customer_id), eq(customer.shop_id, shop_id), eq(customer.email, email))
  const [member] = await db.select(recipientColumns).from(customer).where(mine)
  return member ?? { email }
}

async function receivedBefore(ctx: Context, key: string, digest: string): Promise<{ inquiry_no: string } | null> {
  const [row] = await ctx.db
    .select({ inquiry_no: inquiry.inquiry_no, request_digest: inquiry.request_digest })
    .from(inquiry)
    .where(and(eq(inquiry.shop_id, ctx.shop_id), eq(inquiry.idempotency_key, key)))
  if (!row) return null
  if (row.request_digest !== digest)
    throw new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', '画面を読み込み直して、もう一度お送りください。')
  return { inquiry_no: row.inquiry_no }
}

/** Without letters that sound or look like digits on the phone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 受付番号, `Q261121-7QK3M9`: the day and 30 random bits, so that it does not reveal the number of inquiries. */
export function makeInquiryNo(today: CalendarDate): string {
  const random = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `Q${today.slice(2).replaceAll('-', '')}-${random}`
}
