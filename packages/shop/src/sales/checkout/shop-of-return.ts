import type { Queryable } from '@kushi/db/connect'
import { card_registration, payment } from '@kushi/db/schema/payment'
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'

interface Return {
  shop_id: number
  /** As far as we know, the customer is still at the provider. */
  is_under_way: boolean
}

/**
 * The shop of the payment or card registration from which a browser returns; null: unknown key. A provider issues each
 * key once.
 */
export async function findShopByReturnKey(db: Queryable, return_key: string): Promise<Return | null> {
  if (!isReturnKey(return_key)) return null
  const paid = await findPaymentByReturnKey(db, return_key)
  if (paid) return { shop_id: paid.shop_id, is_under_way: paid.is_under_way }
  const [kept] = await db
    .select({ shop_id: card_registration.shop_id, is_under_way: underWay(card_registration) })
    .from(card_registration)
    .where(eq(card_registration.access_id, return_key))
    .limit(1)
  return kept ?? null
}

const isReturnKey = (text: string) => /^[\w-]{1,64}$/.test(text)

/** The payment that a returning browser, or a provider's notice, names by the key of the return; null: unknown key. */
export async function findPaymentByReturnKey(db: Queryable, return_key: string) {
  if (!isReturnKey(return_key)) return null
  const [found] = await db
    .select({
      shop_id: payment.shop_id,
      provider_order_id: payment.provider_order_id,
      is_under_way: underWay(payment),
    })
    .from(payment)
    .where(eq(payment.return_key, return_key))
    .orderBy(desc(payment.id))
    .limit(1)
  return found ?? null
}

/**
 * 3-D Secure and Amazon Pay take minutes. Includes payments that a job has settled meanwhile; after a failure the
 * customer starts again in an open shop.
 */
const underWay = ({ state, created_at }: typeof payment | typeof card_registration) =>
  sql<boolean>`${and(ne(state, 'failed'), gt(created_at, sql`now() - interval '2 hours'`))}`
