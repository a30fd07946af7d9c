import type { Tx } from '@kushi/db/connect'
import type { TrackedCartItem } from '@kushi/db/schema/abandonment'
import { customer } from '@kushi/db/schema/customer'
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  lineFriendJoinCondition,
  paymentPendingSinceCartTrackingSql,
  purchasedSinceCartTrackingSql,
} from '../../../messaging/message/index.ts'
import { arePricesVisible, type PriceViewer } from '../../../people/customer/index.ts'
import type { CartFacts } from '../rules/reminder-plan.ts'

/** A due cart, locked in this transaction, with all that the decision needs. */
export interface DueCart extends CartFacts {
  id: number
  shop_id: number
  customer_id: number | null
  /** null for a guest. */
  name: string | null
  email: string
  /** null for a guest too. */
  email_verified_at: Date | null
  line_id: string | null
  /** The cart as it is now, the latest change first. */
  items: TrackedCartItem[]
}

type Row = Omit<DueCart, 'email_verified_at' | 'tracking_start_date' | 'touched_at' | 'pieces' | 'may_see_prices'> & {
  email_verified_at: string | null
  tracking_start_date: string
  touched_at: string
  standing: PriceViewer
} & Record<string, unknown>

const optout = (channel: string, address: string) =>
  sql.raw(
    `exists (select from ad_optout a where a.shop_id = t.shop_id and a.channel = '${channel}' and a.address = ${address})`,
  )

/** Up to `limit` carts whose next step is due. Skips carts that other workers have locked. */
export async function lockDueCarts(tx: Tx, shop_id: number, now: Date, limit: number): Promise<DueCart[]> {
  const { rows } = await tx.execute<Row>(sql`
    with due as materialized (
      select shop_id, id from cart_tracking where shop_id = ${shop_id} and ended_at is null and next_at <= ${now.toISOString()}::timestamptz
      order by next_at, id limit ${limit} for update skip locked
    )
    select t.id, t.shop_id, t.customer_id, t.customer_id is null as is_guest, t.step, t.tracking_start_date,
      coalesce(own.touched_at, t.tracking_start_date) as touched_at,
      t.adcd is not null as has_adcd,
      case when c.id is null then t.items else coalesce(own.items, '[]') end as items,
      case when c.id is null then null else c.name01 || ' ' || c.name02 end as name,
      coalesce(c.email, t.email) as email, c.email_verified_at, c.line_id,
      jsonb_build_object('corporate_flag', s.corporate_flag, 'price_visibility', s.price_visibility,
        'approved_at', c.approved_at) as standing,
      case when ${purchasedSinceCartTrackingSql} then 'placed' when ${paymentPendingSinceCartTrackingSql} then 'open' else 'none' end as "order",
      case when c.id is null then t.consented_at is not null else c.mail_magazine_flag end
        and not ${optout('mail', 'coalesce(c.email, t.email)')} as may_mail,
      s.line_channel_flag and c.line_magazine_flag and line_friend.line_user_id is not null
        and not ${optout('line', 'c.line_id')} as may_line,
      ${optout('mail', 'coalesce(c.email, t.email)')} or ${optout('line', 'c.line_id')} as has_opted_out
    from due join cart_tracking t on t.shop_id = due.shop_id and t.id = due.id
      join shop s on s.id = t.shop_id
      left join customer c on c.shop_id = t.shop_id and c.id = t.customer_id
      left join line_friend on ${lineFriendJoinCondition(alias(customer, 'c'))}
      left join lateral (
        select max(i.updated_at) as touched_at,
          jsonb_agg(jsonb_build_object('product_sku_id', i.product_sku_id, 'quantity', i.quantity,
            'subscription', i.subscription) order by i.updated_at desc, i.cart_item_id desc) as items
        from cart_item i where i.shop_id = t.shop_id and i.customer_id = t.customer_id
      ) own on true
    order by t.id`)
  return rows.map(({ standing, ...row }) => ({
    ...row,
    email_verified_at: row.email_verified_at === null ? null : new Date(row.email_verified_at),
    may_see_prices: arePricesVisible(standing),
    tracking_start_date: new Date(row.tracking_start_date),
    touched_at: new Date(row.touched_at),
    pieces: row.items.length,
  }))
}
