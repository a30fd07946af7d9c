import { nonce as nonceTable } from '@kushi/db/schema/system'
import type { Context } from '../../context.ts'

/** Whether the nonce is used for the first time, across all processes. */
export async function consumeNonce(
  { db, clock, shop_id }: Context,
  client_id: string,
  nonce: string,
): Promise<boolean> {
  const [added] = await db
    .insert(nonceTable)
    .values({ shop_id, client_id, nonce, seen_at: clock.now() })
    .onConflictDoNothing()
    .returning({ nonce: nonceTable.nonce })
  return added !== undefined
}
