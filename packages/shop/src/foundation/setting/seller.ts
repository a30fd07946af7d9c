import type { Queryable, Tx } from '@kushi/db/connect'
import { seller_term, shop } from '@kushi/db/schema/shop'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, desc, eq, lte } from 'drizzle-orm'
import { notFound } from '../../shop-error.ts'

const columns = {
  shop_name: shop.shop_name,
  company_name: shop.company_name,
  company_address: shop.company_address,
  phone_number: shop.phone_number,
  email: shop.email,
  registration_number: shop.registration_number,
}

/** The seller as a document names it (適格請求書): company, address, contact and 登録番号. */
export type Seller = Omit<typeof seller_term.$inferSelect, 'shop_id' | 'valid_from'>

/** The seller on a day, so that a document that is issued again later is the same. @throws ShopError 404 */
export async function loadSellerOnDay(db: Queryable, shop_id: number, day: CalendarDate): Promise<Seller> {
  const [then] = await db
    .select()
    .from(seller_term)
    .where(and(eq(seller_term.shop_id, shop_id), lte(seller_term.valid_from, day)))
    .orderBy(desc(seller_term.valid_from))
    .limit(1)
  return then ?? now(db, shop_id)
}

async function now(db: Queryable, shop_id: number): Promise<Seller> {
  const [row] = await db.select(columns).from(shop).where(eq(shop.id, shop_id))
  if (!row) throw notFound()
  return row
}

const BEFORE_ALL: CalendarDate = '2000-01-01'

/**
 * Changes the shop with `write`, and stores the seller data that documents named until then. The new values hold from
 * today on. The caller has locked the shop.
 */
export async function changeSeller(
  tx: Tx,
  { shop_id, clock }: { shop_id: number; clock: { today(): CalendarDate } },
  write: () => Promise<unknown>,
): Promise<void> {
  const before = await now(tx, shop_id)
  await write()
  const after = await now(tx, shop_id)
  if (Object.keys(columns).every((name) => before[name as keyof Seller] === after[name as keyof Seller])) return
  await tx
    .insert(seller_term)
    .values({ ...before, shop_id, valid_from: BEFORE_ALL })
    .onConflictDoNothing()
  await tx
    .insert(seller_term)
    .values({ ...after, shop_id, valid_from: clock.today() })
    .onConflictDoUpdate({ target: [seller_term.shop_id, seller_term.valid_from], set: after })
}
