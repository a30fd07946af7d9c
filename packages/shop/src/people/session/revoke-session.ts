import type { Queryable } from '@kushi/db/connect'
import { access_token } from '@kushi/db/schema/customer'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Clock } from '../../context.ts'

/** Ends one session (logout). Ending it again changes nothing. */
export async function revokeSession(db: Queryable, clock: Clock, shop_id: number, token_hash: Buffer): Promise<void> {
  await db
    .update(access_token)
    .set({ revoked_at: clock.now() })
    .where(
      and(eq(access_token.token_hash, token_hash), eq(access_token.shop_id, shop_id), isNull(access_token.revoked_at)),
    )
}

/**
 * Ends every session of a member (password changed, membership ended), except the one in `except`. `provider`: only
 * those that began with its login.
 */
export async function revokeAllSessions(
  db: Queryable,
  clock: Clock,
  shop_id: number,
  customer_id: number,
  except: Buffer | null = null,
  provider?: 'line',
): Promise<void> {
  await db
    .update(access_token)
    .set({ revoked_at: clock.now() })
    .where(
      and(
        eq(access_token.customer_id, customer_id),
        eq(access_token.shop_id, shop_id),
        isNull(access_token.revoked_at),
        except ? ne(access_token.token_hash, except) : undefined,
        provider && eq(access_token.provider, provider),
      ),
    )
}
