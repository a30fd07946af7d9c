import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Job: deletes messages that are a month old, whatever their state. */
export async function forgetDeliveries({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let gone = 2_000; gone === 2_000; )
    gone =
      (
        await db.execute(sql`delete from webhook_delivery where (shop_id, id) in (
        select shop_id, id from webhook_delivery where created_at < now() - interval '30 days' limit 2000)`)
      ).rowCount ?? 0
}
