import type { Tx } from '@kushi/db/connect'
import { conversion_delivery, conversion_destination, order_ad_consent } from '@kushi/db/schema/conversion'
import { orders } from '@kushi/db/schema/order'
import { order_offer } from '@kushi/db/schema/order-offer'
import type { ConversionEventName } from '@kushi/values/conversion/conversion'
import { BROWSER_CONVERSION_KINDS, CONVERSION_KINDS } from '@kushi/values/conversion/kinds'
import { type SQL, sql } from 'drizzle-orm'

interface Moment {
  shop_id: number
  at: Date
}

/** The order whose consent, clicks and advert count: the first of the 定期便. */
export const firstOrderIdSql = (order: SQL) =>
  sql`case when coalesce(${order}.cycle, 1) = 1 then ${order}.id else (select f.id from ${orders} f
    where f.shop_id = ${order}.shop_id and f.subscription_id = ${order}.subscription_id and f.cycle = 1) end`

/** Minutes for which the customer's browser may be told, by kind. */
const browserMinutes = sql.join(
  BROWSER_CONVERSION_KINDS.map((kind) => sql`when ${kind} then ${CONVERSION_KINDS[kind].days * 1440}::int`),
  sql` `,
)

/**
 * Writes one event for each 送信先 that counts this moment of this delivery, and to which the customer agreed. In the transaction of the
 * fact; again, it writes nothing. What the browser tells waits for it until it is given up.
 */
async function record(
  tx: Tx,
  { shop_id, at }: Moment,
  event: ConversionEventName,
  order_ids: readonly number[],
  { counts, wait = sql`0` }: { counts: SQL; wait?: SQL },
): Promise<void> {
  await tx.execute(sql`
    insert into ${conversion_delivery} (shop_id, destination_id, order_id, event_name, occurred_at, next_attempt_at, created_at)
    select o.shop_id, d.id, o.id, ${event}, ${at}::timestamptz, ${at}::timestamptz + (case d.conversion_kind ${browserMinutes} else ${wait} end) * interval '1 minute', ${at}::timestamptz
    from ${orders} o
    join ${order_ad_consent} c on c.shop_id = o.shop_id and c.order_id = ${firstOrderIdSql(sql`o`)}
    cross join jsonb_to_recordset(c.recipients) r(destination_id bigint, is_later_told boolean, is_cancel_told boolean)
    join ${conversion_destination} d on d.shop_id = o.shop_id and d.id = r.destination_id
    where o.shop_id = ${shop_id} and o.id = any(${sql.param([...order_ids])}::bigint[]) and o.replacement_kind is null and ${counts}
    on conflict do nothing`)
}

/** After the order the customer may still add to it, for as long as the shop's offers say: its amount is told after that. */
const minutesToAdd = (shop_id: number) => sql`coalesce((select max(f.take_within_minutes) from ${order_offer} f
  where f.shop_id = ${shop_id} and f.offer_place = 'after' and f.visible), 0)`

const isOn = ({ at }: Moment) => sql`d.on_since <= ${at}::timestamptz`

/** Queues the event 受注 for the 送信先 that count it. */
export const recordReceivedConversion = (tx: Tx, moment: Moment, order_id: number): Promise<void> =>
  record(tx, moment, 'received', [order_id], {
    counts: sql`d.conversion_moment = 'received' and ${isOn(moment)}`,
    wait: minutesToAdd(moment.shop_id),
  })

/** The events about the order that a 送信先 received before. */
const before = sql`from ${conversion_delivery} e
  where e.shop_id = o.shop_id and e.order_id = o.id and e.destination_id = d.id`

/**
 * Queues the events of an order's new status. 発送: for 送信先 that count the delivery then and did not get it when it was
 * received. 取消・返品: for every 送信先 that got the order, or is about to, even if it is stopped now, because it would pay
 * for the order.
 */
export const recordOrderStatusConversions = (
  tx: Tx,
  moment: Moment,
  status: 'shipped' | 'cancelled' | 'returned',
  order_ids: readonly number[],
): Promise<void> =>
  status === 'shipped'
    ? record(tx, moment, 'shipped', order_ids, {
        counts: sql`${isOn(moment)} and d.conversion_moment = 'shipped' and d.conversion_cycle = coalesce(o.cycle, 1)
          and (d.conversion_cycle = 1 or r.is_later_told) and not exists (select ${before})`,
      })
    : record(tx, moment, 'cancelled', order_ids, {
        counts: sql`r.is_cancel_told and coalesce(d.account_values ->> 'cancel_parameters', '') <> ''
          and exists (select ${before} and e.conversion_state <> 'dropped')`,
      })
