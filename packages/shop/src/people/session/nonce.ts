import type { Queryable } from '@kushi/db/connect'
import { nonce as nonceTable } from '@kushi/db/schema/system'
import { lt } from 'drizzle-orm'
import type { Clock, Context } from '../../context.ts'

/** Seconds that a client's clock may differ from the server's. */
export const maxSkew = 300

/** Whether the nonce is used for the first time, across all processes. */
export async function useNonce({ db, clock, shop_id }: Context, client_id: string, nonce: string): Promise<boolean> {
  const [added] = await db
    .insert(nonceTable)
    .values({ shop_id, client_id, nonce, seen_at: clock.now() })
    .onConflictDoNothing()
    .returning({ nonce: nonceTable.nonce })
  return added !== undefined
}

/**
 * A job: deletes old nonces. A request from a fast clock stays valid for up to twice the skew, so a nonce is kept for
 * three times the skew.
 */
export async function purgeNonces(db: Queryable, clock: Clock): Promise<void> {
  await db.delete(nonceTable).where(lt(nonceTable.seen_at, new Date(clock.now().getTime() - 3 * maxSkew * 1000)))
}
