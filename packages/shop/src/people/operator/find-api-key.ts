import type { Permission } from '@kushi/contract/admin/permission'
import type { Queryable } from '@kushi/db/connect'
import { api_key } from '@kushi/db/schema/api-key'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../../context.ts'
import type { ActingOperator } from '../../foundation/admin/index.ts'
import { hashToken } from '../session/index.ts'

const SEEN_AGAIN_MS = 60_000

/**
 * The system that owns this key, as an operator with the key's permissions only. null when the key is of another shop,
 * revoked or expired. Called for each request, so that a revoked key stops working at once on every server.
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
  // Written at most once a minute, which is enough to distinguish used keys from unused ones.
  if (now.getTime() - (found.last_used_at?.getTime() ?? 0) > SEEN_AGAIN_MS)
    await db.update(api_key).set({ last_used_at: now }).where(sameRowCondition(api_key, found))
  return {
    // The operator id in rows is that of the key's creator; the audit log shows the key's own name.
    id: found.operator_id,
    name: `APIキー「${found.name}」`,
    api_key_id: found.id,
    role: 'viewer',
    is_installation: false,
    permissions: found.permissions as Permission[],
    session_id: null,
    confirmed_at: new Date(0),
    written_lsn: found.written_lsn,
  }
}

/** Parses a key of the form `kushi_<shop>_<secret>`; null when it has another form. */
export function parseApiKey(authorization: string | undefined): { shop_id: number; secret: string } | null {
  const [, secret, shop_id] = /^Bearer (kushi_([1-9]\d{0,8})_[\w-]{43})$/i.exec(authorization ?? '') ?? []
  return secret ? { shop_id: Number(shop_id), secret } : null
}
