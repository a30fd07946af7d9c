import type { Tx } from '@kushi/db/connect'
import { ad_letter, cart_tracking } from '@kushi/db/schema/abandonment'
import type { customer } from '@kushi/db/schema/customer'
import { inquiry, inquiry_message } from '@kushi/db/schema/inquiry'
import { restock_request } from '@kushi/db/schema/restock'
import { outbox } from '@kushi/db/schema/system'
import { INQUIRY_STATUS } from '@kushi/values/inquiry-status'
import { and, eq, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import { INQUIRY_SHOP_COPY_PREFIX } from '../../../messaging/message/index.ts'
import { deleteCartTrackings } from '../../../sales/cart/index.ts'
import { eraseInquiries } from './erase-inquiries.ts'
import { findEmailsOwnedByMember } from './own-emails.ts'

type Member = typeof customer.$inferSelect

/**
 * Erases the records that the member left under their address as a guest. Only if the desk confirms that the address is
 * theirs, which an account does not prove; and only once, because later records are new. The opt-out from advertising
 * stays, because it prevents further adverts.
 */
export async function eraseGuestRecords(tx: Tx, member: Member): Promise<void> {
  const { shop_id } = member
  const theirs = await findEmailsOwnedByMember(tx, member)
  if (theirs.length === 0) return
  const numbers = await eraseInquiries(
    tx,
    shop_id,
    and(isNull(inquiry.customer_id), inArray(sql`lower(${inquiry.email})`, theirs), isSettled),
  )
  await tx
    .delete(restock_request)
    .where(
      and(
        eq(restock_request.shop_id, shop_id),
        isNull(restock_request.customer_id),
        inArray(restock_request.email, theirs),
      ),
    )
  const carts = await tx
    .select({ id: cart_tracking.id })
    .from(cart_tracking)
    .where(
      and(eq(cart_tracking.shop_id, shop_id), isNull(cart_tracking.customer_id), inArray(cart_tracking.email, theirs)),
    )
  await deleteCartTrackings(
    tx,
    shop_id,
    carts.map(({ id }) => id),
  )
  await tx
    .delete(ad_letter)
    .where(and(eq(ad_letter.shop_id, shop_id), isNull(ad_letter.customer_id), inArray(ad_letter.address, theirs)))
  await forgetMessages(tx, shop_id, theirs, numbers)
}

/** Answered or closed, with no new message since. An open inquiry still needs its answer. */
const isSettled = and(
  inArray(inquiry.inquiry_status_id, [INQUIRY_STATUS.done, INQUIRY_STATUS.complete]),
  isNull(inquiry.waiting_since),
)

/**
 * Erases the messages of these inquiries and the shop's copies, the 再入荷のお知らせ and cart reminders to these addresses, and
 * resent copies of them; stops those that still wait. No other mails: an address also receives mails that are not about
 * a guest.
 */
async function forgetMessages(tx: Tx, shop_id: number, emails: string[], numbers: string[]): Promise<void> {
  const answers = await tx
    .select({ id: inquiry_message.id })
    .from(inquiry_message)
    .innerJoin(inquiry, and(eq(inquiry.shop_id, shop_id), eq(inquiry.id, inquiry_message.inquiry_id)))
    .where(and(eq(inquiry_message.shop_id, shop_id), inArray(inquiry.inquiry_no, numbers)))
  const keys = [
    ...numbers.flatMap((no) => [`inquiry-sender:${no}`, INQUIRY_SHOP_COPY_PREFIX + no, `supplier-refused:${no}`]),
    ...answers.map(({ id }) => `inquiry-answer:${id}`),
  ]
  const toThem = and(
    inArray(sql`${outbox.payload} ->> 'to'`, emails),
    or(like(outbox.dedupe_key, 'restocked:%'), like(outbox.dedupe_key, 'cart-reminder:%')),
  )
  const ofGuest = and(eq(outbox.shop_id, shop_id), isNull(outbox.customer_id))
  const forget = (which: SQL | undefined) =>
    tx.update(outbox).set({ payload: {} }).where(and(ofGuest, which)).returning({ id: outbox.id })
  const gone = await forget(or(inArray(outbox.dedupe_key, keys), toThem))
  const roots = gone.map(({ id }) => String(id))
  const again = await forget(inArray(sql`substring(${outbox.dedupe_key} from '^again:([0-9]+):')`, roots))
  // In its own statement: Citus does not accept `now()` inside a `case`.
  const ids = [...gone, ...again].map(({ id }) => id)
  const waiting = and(eq(outbox.shop_id, shop_id), inArray(outbox.id, ids), eq(outbox.state, 'waiting'))
  await tx.update(outbox).set({ stopped_at: sql`now()` }).where(waiting)
}
