import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** After the last reminder of a cart a member has peace for so long, whatever they put in meanwhile. */
const restDays = 7

/** Also what they left as a guest under the same e-mail. */
const theirs = sql`t.shop_id = c.shop_id and (t.customer_id = c.customer_id or (t.customer_id is null and t.email = m.email))`

/**
 * Members' carts that were left for an hour or more become trackings, where the shop reminds members. One open row a
 * member, whoever else looks at the same time.
 */
export async function findCarts({ db, clock, shop_id }: Pick<Context, 'db' | 'clock' | 'shop_id'>): Promise<void> {
  const now = clock.now().toISOString()
  await db.execute(sql`
    insert into cart_tracking (shop_id, customer_id, cart_type_id, tracking_start_date, next_at, created_at)
    select c.shop_id, c.customer_id, (array_agg(c.subscription order by c.updated_at desc))[1],
      max(c.updated_at), ${now}::timestamptz, ${now}::timestamptz
    from cart_item c
      join cart_abandonment_setting s on s.shop_id = c.shop_id and s.cart_abandoned_flag and s.customer_target_flag
      join customer m on m.shop_id = c.shop_id and m.id = c.customer_id and (m.mail_magazine_flag or m.line_magazine_flag)
    where c.shop_id = ${shop_id} and not exists (select from cart_tracking t where ${theirs} and t.ended_at is null)
    group by c.shop_id, c.customer_id, m.email
    having max(c.updated_at) <= ${now}::timestamptz - interval '1 hour'
      and max(c.updated_at) > ${now}::timestamptz - interval '14 days'
      and not exists (select from cart_tracking t where ${theirs}
        and (t.tracking_start_date >= max(c.updated_at)
          or (t.step > 0 and t.ended_at > ${now}::timestamptz - ${restDays} * interval '1 day' and t.end_reason = 'done')))
    on conflict do nothing`)
}
