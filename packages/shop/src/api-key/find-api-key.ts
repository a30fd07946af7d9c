import type { Permission } from '@kushi/contract/admin/permission'
import type { Queryable } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { api_key } from '@kushi/db/schema/api-key'
import { and, eq, isNull } from 'drizzle-orm'
import type { ActingOperator } from '../admin/index.ts'
import type { Clock } from '../context.ts'
import { hashToken } from '../session/index.ts'

const SEEN_AGAIN_MS = 60_000

/**
 * Another system that asks with a key, as somebody with its permissions alone; null where it is none of this shop's, revoked or
 * over. Asked for each request, so that a key that is revoked opens nothing any more, on every server.
 */
export async function findApiKey(
  db: Queryable,
  clock: Clock,
  { shop_id, secret }: { shop_id: number; secret: string },
): Promise<ActingOperator | null> {
  const now = clock.now()
  const mine = and(eq(api_key.shop_id, shop_id), eq(api_key.key_hash, hashToken(secret)), isNull(api_key.revoked_at))
  const [found] = await db.select().from(api_key).where(mine)
  if (!found || (found.expires_at !== null && found.expires_at <= now)) return null
  // Once a minute is enough to tell a key that is used from one that lies.
  if (now.getTime() - (found.last_used_at?.getTime() ?? 0) > SEEN_AGAIN_MS)
    await db.update(api_key).set({ last_used_at: now }).where(isRow(api_key, found))
  return {
    // Rows that name an operator name the one who made it; the trail has the key's own name.
    ...{ id: found.operator_id, name: `APIキー「${found.name}」`, api_key_id: found.id },
    ...{ role: 'viewer', is_installation: false, permissions: found.permissions as Permission[] },
    ...{ session_id: null, confirmed_at: new Date(0), written_lsn: found.written_lsn },
  }
}

/** What a key looks like: `kushi_<shop>_<secret>`. */
export function readApiKey(authorization: string | undefined): { shop_id: number; secret: string } | null {
  const [, secret, shop_id] = /^Bearer (kushi_([1-9]\d{0,8})_[\w-]{43})$/i.exec(authorization ?? '') ?? []
  return secret ? { shop_id: Number(shop_id), secret } : null
}
