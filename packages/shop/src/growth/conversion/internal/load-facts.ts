import { order_ad_consent } from '@kushi/db/schema/conversion'
import { customer } from '@kushi/db/schema/customer'
import { order_evidence, order_item, order_visit, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import type { ClickIds } from '@kushi/values/click-id'
import {
  type ConversionEventName,
  type ConversionRecipient,
  type ConversionValue,
  conversionEventId,
} from '@kushi/values/conversion/conversion'
import type { OrderStatus } from '@kushi/values/order-status'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'
import { reachableEmail } from '../../../messaging/message/index.ts'
import type { ConversionFact } from '../../../ports/conversion-port.ts'
import { firstOrderIdSql } from '../record-events.ts'
import { conversionValueInYen, goodsTotalWithoutTax } from '../rules/judge-event.ts'

/** An order in its present state, with the advert and the consent of its first order. */
export interface ConversionOrder extends Record<string, unknown> {
  id: number
  order_no: string
  status: OrderStatus
  cycle: number
  payment_total: number
  adcd: string | null
  abmtcd: string | null
  ad_user_id: string | null
  ordered_at: string
  landing_path: string | null
  click_ids: ClickIds | null
  user_agent: string | null
  recipients: ConversionRecipient[] | null
  /** null: the member has none. */
  email: string | null
  phone_number: string | null
  items: { code: string; quantity: number; paid: number }[]
  goods: { tax_rate: number; paid: number }[]
}

/**
 * Loads orders as they are now. The advert, the browser and the consent are those of the first order of the 定期便. A set is one
 * item with its own code; a gift is none.
 */
export async function loadConversionOrders(
  { db, shop_id }: Context,
  order_ids: readonly number[],
): Promise<Map<number, ConversionOrder>> {
  const { rows } = await db.execute<ConversionOrder>(sql`
    select o.id::float8 as id, o.order_no, o.status, coalesce(o.cycle, 1) as cycle, o.payment_total,
      f.adcd, f.abmtcd, f.ad_user_id, f.created_at as ordered_at, v.landing_path, v.click_ids, e.user_agent,
      case when m.withdrawn_at is null then c.recipients end as recipients, m.email, m.phone_number, bought.items, taxed.goods
    from ${orders} o
    join ${orders} f on f.shop_id = o.shop_id and f.id = ${firstOrderIdSql(sql`o`)}
    join ${customer} m on m.shop_id = o.shop_id and m.id = o.customer_id
    left join ${order_ad_consent} c on c.shop_id = f.shop_id and c.order_id = f.id
    left join ${order_visit} v on v.shop_id = f.shop_id and v.order_id = f.id
    left join ${order_evidence} e on e.shop_id = f.shop_id and e.order_id = f.id
    cross join lateral (
      select coalesce(jsonb_agg(g order by g.first), '[]') as items from (
        select min(i.id) as first, sum(i.subtotal - i.discount_amount) as paid,
          coalesce(max(k.product_code), min(i.product_code)) as code,
          case when i.set_sku_id is null then sum(i.quantity) else min(i.set_quantity) end as quantity
        from ${order_item} i left join ${product_sku} k on k.shop_id = i.shop_id and k.id = i.set_sku_id
        where i.shop_id = o.shop_id and i.order_id = o.id and i.gift_promotion_id is null
        group by i.set_sku_id, case when i.set_sku_id is null then i.product_sku_id end) g) bought
    cross join lateral (
      select coalesce(jsonb_agg(t), '[]') as goods from (
        select i.tax_rate, sum(i.subtotal - i.discount_amount) as paid
        from ${order_item} i where i.shop_id = o.shop_id and i.order_id = o.id group by i.tax_rate) t) taxed
    where o.shop_id = ${shop_id} and o.id = any(${sql.param([...order_ids])}::bigint[])`)
  return new Map(rows.map((row) => [row.id, { ...row, ...codesOf(row), ...contactsOf(row) }]))
}

const contactsOf = ({ email, phone_number }: ConversionOrder) => ({
  email: reachableEmail(email ?? '') || null,
  phone_number: phone_number || null,
})

/** The advert codes of an order's link. An e-mail address in their place names a person, and is left out. */
const codesOf = ({ adcd, abmtcd, ad_user_id }: ConversionOrder) => ({
  adcd: impersonal(adcd),
  abmtcd: impersonal(abmtcd),
  ad_user_id: impersonal(ad_user_id),
})
const impersonal = (code: string | null) => (code !== null && /@|\uff20|%40/i.test(code) ? null : code)

interface Told {
  event_name: ConversionEventName
  occurred_at: Date
}

/** Builds the data that is sent about an order. `contacts`: the hashes that the customer agreed to. */
export function buildConversionFact(
  { settings, shop_id }: Pick<Context, 'settings' | 'shop_id'>,
  order: ConversionOrder,
  { event_name, occurred_at }: Told,
  { contacts, value }: { contacts: readonly string[]; value: ConversionValue },
): ConversionFact {
  const goods = goodsTotalWithoutTax(order.goods)
  const origin = shopUrl(settings, shop_id)
  return {
    event_id: conversionEventId(order.order_no, event_name),
    event: event_name,
    occurred_at,
    order_no: order.order_no,
    value: conversionValueInYen(value, { total: order.payment_total, goods }),
    amount: order.payment_total,
    amount_without_tax_and_fees: goods,
    cycle: order.cycle,
    items: order.items.map(({ code, quantity, paid }) => ({ code, quantity, price: Math.floor(paid / quantity) })),
    click_ids: order.click_ids ?? {},
    adcd: order.adcd,
    abmtcd: order.abmtcd,
    ad_user_id: order.ad_user_id,
    clicked_at: new Date(order.ordered_at),
    page_url: `${origin}/sh${order.landing_path ?? '/'}`,
    user_agent: order.user_agent ?? '',
    email: contacts.includes('email') ? order.email : null,
    phone_number: contacts.includes('phone') ? order.phone_number : null,
  }
}

/** The contacts that the member has and whose hashes they agreed to; null: no consent. */
export function consentedContacts({ id }: { id: number }, { recipients, email, phone_number }: ConversionOrder) {
  const has = { email: email !== null, phone: phone_number !== null }
  return recipients?.find(({ destination_id }) => destination_id === id)?.contacts.filter((one) => has[one]) ?? null
}
