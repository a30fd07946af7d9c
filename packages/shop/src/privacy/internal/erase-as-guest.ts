import type { Tx } from '@kushi/db/connect'
import { ad_letter, cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { restock_request } from '@kushi/db/schema/restock'
import { outbox } from '@kushi/db/schema/system'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq, inArray, isNull, ne, notLike, or, sql } from 'drizzle-orm'
import { addressOfNobody, TO_SHOP } from '../../outbox/index.ts'
import { eraseInquiries } from './erase-inquiries.ts'

type Member = typeof customer.$inferSelect

/**
 * The addresses that were the member's own; of who has left, only the farewell and adverts say it. Not those that they typed somewhere,
 * nor one that another member has by now: what stands there is that one's.
 */
export async function ownEmails(tx: Tx, { shop_id, id: customer_id, email }: Member): Promise<string[]> {
  const farewell = await tx
    .select({ to: sql<string | null>`${outbox.payload}->>'to'` })
    .from(outbox)
    .where(and(eq(outbox.shop_id, shop_id), eq(outbox.dedupe_key, `withdrawn:${customer_id}`)))
  const adverts = await tx
    .selectDistinct({ to: ad_letter.address })
    .from(ad_letter)
    .where(and(eq(ad_letter.shop_id, shop_id), eq(ad_letter.customer_id, customer_id), eq(ad_letter.channel, 'mail')))
  const told = [...farewell, ...adverts].flatMap(({ to }) => to ?? [])
  const own = new Set([email, ...told].map(normalizeEmail))
  own.delete(addressOfNobody(customer_id))
  if (own.size === 0) return []
  const taken = await tx
    .select({ email: customer.email })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), inArray(customer.email, [...own]), ne(customer.id, customer_id)))
  for (const one of taken) own.delete(one.email)
  return [...own]
}

/** What they left under their address without being logged in. That an address wants no adverts stays: it is what keeps them away. */
export async function eraseAsGuest(tx: Tx, shop_id: number, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const theirs = [...emails]
  const numbers = await eraseInquiries(
    tx,
    shop_id,
    and(isNull(inquiry.customer_id), inArray(sql`lower(${inquiry.email})`, theirs)),
  )
  await tx
    .delete(restock_request)
    .where(and(eq(restock_request.shop_id, shop_id), inArray(restock_request.email, theirs)))
  const carts = await tx
    .select({ id: cart_tracking.id })
    .from(cart_tracking)
    .where(
      and(
        ...[eq(cart_tracking.shop_id, shop_id), isNull(cart_tracking.customer_id)],
        inArray(cart_tracking.email, theirs),
      ),
    )
  const ids = carts.map(({ id }) => id)
  if (ids.length > 0) {
    await tx
      .delete(cart_reminder)
      .where(and(eq(cart_reminder.shop_id, shop_id), inArray(cart_reminder.tracking_id, ids)))
    await tx.delete(cart_tracking).where(and(eq(cart_tracking.shop_id, shop_id), inArray(cart_tracking.id, ids)))
  }
  await tx
    .delete(ad_letter)
    .where(and(eq(ad_letter.shop_id, shop_id), isNull(ad_letter.customer_id), inArray(ad_letter.address, theirs)))
  await forgetMessages(tx, shop_id, theirs, numbers)
}

/** Mails to them and the shop's copies of what they wrote; what still waits is called off, since nobody would answer it. */
async function forgetMessages(tx: Tx, shop_id: number, emails: string[], numbers: string[]): Promise<void> {
  const copies = numbers.map((inquiry_no) => TO_SHOP + inquiry_no)
  const toThem = and(inArray(sql`${outbox.payload} ->> 'to'`, emails), notLike(outbox.dedupe_key, `${TO_SHOP}%`))
  await tx
    .update(outbox)
    .set({
      payload: {},
      stopped_at: sql`case when ${outbox.state} = 'waiting' then now() else ${outbox.stopped_at} end`,
    })
    .where(
      and(
        ...[eq(outbox.shop_id, shop_id), isNull(outbox.customer_id)],
        copies.length === 0 ? toThem : or(toThem, inArray(outbox.dedupe_key, copies)),
      ),
    )
}
