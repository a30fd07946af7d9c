import type { Queryable } from '@kushi/db/connect'
import { card_registration, payment } from '@kushi/db/schema/payment'
import { desc, eq } from 'drizzle-orm'

/** The shop whose payment, or card, a browser comes back from; null: of none. A provider gives each key once. */
export async function shopOfReturn(db: Queryable, return_key: string): Promise<number | null> {
  if (!/^[\w-]{1,64}$/.test(return_key)) return null
  const [paid] = await db
    .select({ shop_id: payment.shop_id })
    .from(payment)
    .where(eq(payment.return_key, return_key))
    .orderBy(desc(payment.id))
    .limit(1)
  if (paid) return paid.shop_id
  const [kept] = await db
    .select({ shop_id: card_registration.shop_id })
    .from(card_registration)
    .where(eq(card_registration.access_id, return_key))
    .limit(1)
  return kept?.shop_id ?? null
}
