import type { Queryable } from '@kushi/db/connect'
import { ad_letter } from '@kushi/db/schema/abandonment'
import { customer } from '@kushi/db/schema/customer'
import { outbox } from '@kushi/db/schema/system'
import { normalizeEmail } from '@kushi/values/email'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { loadShop } from '../../../foundation/setting/index.ts'
import { unreachableEmail } from '../../../messaging/message/index.ts'

type Member = typeof customer.$inferSelect

/**
 * Returns the e-mail addresses that were the member's own. After a withdrawal only the farewell mail and adverts still
 * contain them. Leaves out addresses that the member merely entered somewhere, the shop's own, and addresses that
 * belong to another member now.
 */
export async function findEmailsOwnedByMember(
  tx: Queryable,
  { shop_id, id: customer_id, email }: Member,
): Promise<string[]> {
  const farewell = await tx
    .select({ to: sql<string | null>`${outbox.payload}->>'to'` })
    .from(outbox)
    .where(and(eq(outbox.shop_id, shop_id), eq(outbox.dedupe_key, `withdrawn:${customer_id}`)))
  const adverts = await tx
    .selectDistinct({ to: ad_letter.address })
    .from(ad_letter)
    .where(and(eq(ad_letter.shop_id, shop_id), eq(ad_letter.customer_id, customer_id), eq(ad_letter.channel, 'mail')))
  const notified = [...farewell, ...adverts].flatMap(({ to }) => to ?? [])
  const own = new Set([email, ...notified].map(normalizeEmail))
  own.delete(unreachableEmail(customer_id))
  own.delete(normalizeEmail((await loadShop({ db: tx, shop_id })).email))
  if (own.size === 0) return []
  const taken = await tx
    .select({ email: customer.email })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), inArray(customer.email, [...own]), ne(customer.id, customer_id)))
  for (const one of taken) own.delete(one.email)
  return [...own]
}
