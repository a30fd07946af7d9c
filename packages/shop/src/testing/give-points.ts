import type { Db } from '@kushi/db/connect'
import { point_account, point_entry } from '@kushi/db/schema/point'
import { sql } from 'drizzle-orm'

/** Gives a member of shop 2 points, as an operator's adjustment leaves them. */
export async function givePoints(db: Db, customer_id: number, points: number): Promise<void> {
  const own = { shop_id: 2, customer_id }
  await db.transaction(async (tx) => {
    await tx
      .insert(point_entry)
      .values({ ...own, point_kind: 'adjust', points, reason: '内輪の話', created_at: sql`now()` })
    await tx
      .insert(point_account)
      .values({ ...own, balance: points, points_until: '2030-01-01' })
      .onConflictDoUpdate({
        target: [point_account.shop_id, point_account.customer_id],
        set: { balance: sql`${point_account.balance} + ${points}` },
      })
  })
}
