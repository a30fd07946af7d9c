import { client } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps/deps.ts'
import type { FindPageClient, PageClient } from './pages.ts'

/** The storefront's own client of a shop; looked up once, because a key changes only with a restart. */
export function clientOfShop(deps: Deps): FindPageClient {
  const known = new Map<number, PageClient>()
  return async (shopId) => {
    const kept = known.get(shopId)
    if (kept) return kept
    const [row] = await deps.database.db.select().from(client).where(eq(client.shop_id, shopId))
    if (!row) throw new Error(`shop ${shopId} has no client`)
    const found = { client_id: row.id, client_key: row.client_key, shop_id: shopId }
    known.set(shopId, found)
    return found
  }
}
