import type { Db } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'
import { ordersSince } from './ordered-since.ts'

const anyOrder = ordersSince(sql`o.status <> 'payment_error'`)

/** The last look before a reminder leaves: between writing and sending somebody may have bought, or said no. */
export async function isReminderWanted(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ is_wanted: boolean }>(sql`
    select coalesce(t.end_reason, 'done') = 'done' and not ${anyOrder}
      and not exists (select from ad_optout a
        where a.shop_id = t.shop_id and a.channel = r.channel and a.address = r.address)
      and case when c.id is null then t.consented_at is not null
        when r.channel = 'line' then c.line_magazine_flag else c.mail_magazine_flag end as is_wanted
    from cart_reminder r join cart_tracking t on t.shop_id = r.shop_id and t.id = r.tracking_id
      left join customer c on c.shop_id = t.shop_id and c.id = t.customer_id
    where r.id = ${id}`)
  return rows[0]?.is_wanted ?? false
}
