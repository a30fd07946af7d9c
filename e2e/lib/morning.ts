import type { APIRequestContext } from 'playwright-core'
import { sql } from './database.ts'
import { callAs, type Member, newMember } from './member.ts'
import { adminCall } from './operator.ts'

interface Place {
  postal_code01: string
  postal_code02: string
  pref_id: number
  addr01: string
}
const places: Place[] = [
  { postal_code01: '248', postal_code02: '0006', pref_id: 14, addr01: '鎌倉市小町' },
  { postal_code01: '150', postal_code02: '0001', pref_id: 13, addr01: '渋谷区神宮前' },
  { postal_code01: '530', postal_code02: '0001', pref_id: 27, addr01: '大阪市北区梅田' },
]

interface Wish {
  name01?: string
  addr03?: string
  delivery_notes?: string
  sku?: number
}

export interface Morning {
  order_nos: string[]
  members: Member[]
  /** The orders by their purpose. */
  rare: string
  noted: string
  wrong: string
  cold: string
  /** Shipped by the other carrier. */
  sagawa: string[]
  cleanUp(): Promise<void>
}

const cold = 133

/**
 * Creates `count` orders of several members, paid by NP後払い, each to a different address. Every third one goes by 佐川. One
 * is chilled, one has characters that no carrier prints, one has a note, and one has the postcode of another prefecture.
 * All other orders that could be packed today are postponed.
 */
export async function prepareMorning(count: number, pickup_time: string | null): Promise<Morning> {
  await sql(
    `update orders set delivery_date = current_date + 90 where shop_id = 2 and status in ('received', 'arranged')
       and not exists (select from shipment s where s.shop_id = orders.shop_id and s.order_id = orders.id and s.status <> 'cancelled')`,
  )
  await sql('update product_sku set stock = stock + $1 where shop_id = 2 and id in (101, $2)', count, cold)
  await sql(`update product_sku set temperature = 'frozen' where shop_id = 2 and id = $1`, cold)
  const [before] = await sql<{ pickup_time: string | null }>(
    'select pickup_time from shipping_setting where shop_id = 2',
  )
  await sql('update shipping_setting set pickup_time = $1 where shop_id = 2', pickup_time)
  const members = await Promise.all(Array.from({ length: Math.ceil(count / 10) }, () => newMember()))
  const special: Wish[] = [
    { name01: '髙橋', addr03: '㈱椿野ビル2階' },
    { delivery_notes: '犬がいます' },
    {},
    { sku: cold },
  ]
  const order_nos: string[] = []
  for (let n = 0; n < count; n++) order_nos.push(await place(members[n % members.length]!, n, special[n] ?? {}))
  const sagawa = order_nos.filter((_, n) => n >= special.length && n % 3 === 0)
  await sql(
    `with other as (
       insert into delivery (shop_id, delivery_name, flat_rate_delivery_fee, visible, carrier_program, sort_no)
       values (2, '宅配便(佐川急便)', 660, false, 'ehiden3', 9) returning id)
     update orders set delivery_id = (select id from other) where order_no = any($1)`,
    sagawa,
  )
  const [rare, noted, wrong, frozenNo] = order_nos as [string, string, string, string]
  // Written directly into the database, because NP would examine such an address first.
  await sql('update orders set pref_id = 13 where order_no = $1', wrong)
  return {
    order_nos,
    members,
    rare,
    noted,
    wrong,
    cold: frozenNo,
    sagawa,
    async cleanUp() {
      await sql(`update product_sku set temperature = 'normal' where shop_id = 2 and id = $1`, cold)
      await sql('update shipping_setting set pickup_time = $1 where shop_id = 2', before!.pickup_time)
    },
  }
}

async function place(member: Member, n: number, wish: Wish): Promise<string> {
  const { name01 = member.name01, addr03 = '', delivery_notes = '', sku = 101 } = wish
  const { name02, kana01, kana02, phone: phone_number } = member
  const draft = {
    is_subscription: false,
    items: [{ product_sku_id: sku, quantity: 1 + (n % 2), revision: 1 }],
    shipping_address: {
      name01,
      name02,
      kana01,
      kana02,
      phone_number,
      ...places[n % places.length]!,
      addr02: `0-0-${n + 1}`,
      addr03,
    },
    delivery_notes,
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id: 4,
    delivery_pattern: null,
  }
  const shown = await callAs<Record<string, unknown> & { summary: { payment_total: number } }>(
    ...([member, 'POST', '/v1/order/validates-data', draft] as const),
  )
  const { first_delivery_date, next_delivery_date, next_next_delivery_date, terms_version, summary } = shown
  const { order_no } = await callAs<{ order_no: string }>(member, 'POST', '/v1/order/public/new', {
    ...draft,
    idempotency_key: crypto.randomUUID(),
    card: null,
    third_party_consent: true,
    shown: {
      payment_total: summary.payment_total,
      following_payment_total: null,
      terms_version,
      first_delivery_date,
      next_delivery_date,
      next_next_delivery_date,
      shown_at: new Date().toISOString(),
      text: `ご注文内容の確認 お支払い合計 ${summary.payment_total}円`,
    },
  })
  return order_no
}

interface Parcel {
  order_no: string
  order_status: string
  status: string
  shipment_no: string
  tracking_no: string | null
  carrier: string | null
  /** How often the payment was captured, the parcel marked as sent, and the customer notified. */
  captures: number
  sent: number
  mails: number
}

/** The parcels of these orders in the database. */
export const parcelsOf = (order_nos: string[]) =>
  sql<Parcel>(
    `select o.order_no, o.status as order_status, s.status, s.shipment_no, s.tracking_no, s.carrier,
       (select count(*)::int from payment p join payment_event e on e.shop_id = p.shop_id and e.payment_id = p.id
          where p.shop_id = o.shop_id and p.order_id = o.id and e.event = 'captured') as captures,
       (select count(*)::int from shipment_event e
          where e.shop_id = s.shop_id and e.shipment_id = s.id and e.status = 'shipped') as sent,
       (select count(*)::int from outbox m
          where m.shop_id = s.shop_id and m.dedupe_key like 'order-shipped:' || s.shipment_no || ':%') as mails
     from orders o join shipment s on s.shop_id = o.shop_id and s.order_id = o.id
     where o.order_no = any($1) order by o.id, s.id`,
    order_nos,
  )

/** A tracking number that no other parcel has: eleven digits and their check digit. */
export function trackingNumber(): string {
  const eleven = `4999${String(Math.random()).slice(2, 9).padEnd(7, '0')}`
  return `${eleven}${Number(eleven) % 7}`
}

/** The one parcel of an order leaves, by the calls of the shipping desk. */
export async function shipParcel(request: APIRequestContext, order_no: string): Promise<void> {
  await adminCall(request, 'POST', 'shipping/batches', { order_nos: [order_no] })
  const [parcel] = await sql<{ shipment_no: string }>(
    'select s.shipment_no from shipment s join orders o on o.id = s.order_id where o.order_no = $1',
    order_no,
  )
  const path = `shipping/parcels/${parcel!.shipment_no}/tracking`
  await adminCall(request, 'PUT', path, { tracking_no: trackingNumber() })
}
