import type { Queryable } from '@kushi/db/connect'
import { shop_account } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'

/** The shop's own accounts at providers, sealed by their variable names; null when it has none. */
export async function loadSealedProviderAccounts(db: Queryable, shop_id: number): Promise<string | null> {
  const [row] = await db.select().from(shop_account).where(eq(shop_account.shop_id, shop_id))
  return row?.sealed ?? null
}
