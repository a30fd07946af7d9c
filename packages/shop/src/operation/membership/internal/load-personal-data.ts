import type { Queryable } from '@kushi/db/connect'
import { cart_tracking } from '@kushi/db/schema/abandonment'
import { ad_tracking } from '@kushi/db/schema/advertisement'
import { cart_item } from '@kushi/db/schema/cart'
import {
  access_token,
  consent_event,
  customer,
  customer_address,
  customer_rank_event,
  security_event,
} from '@kushi/db/schema/customer'
import { shipment } from '@kushi/db/schema/fulfilment'
import { inquiry } from '@kushi/db/schema/inquiry'
import { audit_event } from '@kushi/db/schema/operator'
import { order_document, order_item, order_request, order_visit, orders } from '@kushi/db/schema/order'
import { restock_request } from '@kushi/db/schema/restock'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { prefectureName } from '@kushi/values/prefecture'
import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { callSummary } from '../../../foundation/audit/index.ts'
import { TO_SHOP } from '../../../messaging/message/index.ts'
import { notFound } from '../../../shop-error.ts'
import type { DataSection } from '../rules/personal-data-page.ts'
import { loadAsGuest, saidIn } from './load-as-guest.ts'

/** Maximum rows of each kind, oldest first. No member has more. */
const MOST = 10_000

/** Technical columns, which are not about the person; and secrets. */
const hidden = new Set([
  'shop_id',
  'customer_id',
  'password_hash',
  'request_digest',
  'idempotency_key',
  'gmo_id',
  'forget_cards_at',
  'token_hash',
  'revision',
  'version',
  'dedupe_key',
  'payload',
  'attempts',
  'next_attempt_at',
  'error',
  'list_no',
  'billing_key',
  'charge_permission_id',
  'queue_at',
  'operator_id',
  'actor_kind',
  'actor_id',
  'actor_name',
  'tracking_hash',
  'state_hash',
  'redirect_uri',
  'add_timing_id',
  'step',
  'next_at',
  // Operators' reasons for decisions are internal, like their notes.
  'decision_reason',
  'reason',
  'operator_name',
])

const open = (row: Record<string, unknown>) => {
  const shown = Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)))
  return typeof row.pref_id === 'number' ? { ...shown, pref_id: prefectureName(row.pref_id) } : shown
}

/**
 * Returns all 保有個人データ of a member; `with_guest_records`: including what they left as a guest. Without operators'
 * internal notes.
 * @throws ShopError 404
 */
export async function loadPersonalData(
  db: Queryable,
  shop_id: number,
  customer_id: number,
  { with_guest_records } = { with_guest_records: false },
): Promise<DataSection[]> {
  const [member] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id)))
  if (!member) throw notFound()
  type Owned = PgTable & { shop_id: typeof customer.shop_id; customer_id: typeof customer.id; id: typeof customer.id }
  const of = async (table: unknown) => {
    const owned = table as Owned
    const mine = and(eq(owned.shop_id, shop_id), eq(owned.customer_id, customer_id))
    return (await db.select().from(owned).where(mine).orderBy(asc(owned.id)).limit(MOST)) as (Record<
      string,
      unknown
    > & {
      id: number
    })[]
  }
  const [placed, contracts, written] = [await of(orders), await of(subscription), await of(inquiry)]
  const items = await db
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, shop_id), inArray(order_item.order_id, idsOf(placed))))
    .orderBy(asc(order_item.id))
  const papers = await db
    .select()
    .from(order_document)
    .where(and(eq(order_document.shop_id, shop_id), inArray(order_document.order_id, idsOf(placed))))
    .orderBy(asc(order_document.created_at))
  const led = await db
    .select()
    .from(order_visit)
    .where(and(eq(order_visit.shop_id, shop_id), inArray(order_visit.order_id, idsOf(placed))))
    .orderBy(asc(order_visit.order_id))
  const awaited = await db
    .select()
    .from(restock_request)
    .where(and(eq(restock_request.shop_id, shop_id), eq(restock_request.customer_id, customer_id)))
  const kept = await db
    .select()
    .from(subscription_order_item)
    .where(
      and(
        eq(subscription_order_item.shop_id, shop_id),
        inArray(subscription_order_item.subscription_id, idsOf(contracts)),
      ),
    )
  const said = await saidIn(db, shop_id, written)
  const carted = await db
    .select()
    .from(cart_item)
    .where(and(eq(cart_item.shop_id, shop_id), eq(cart_item.customer_id, customer_id)))
  const { line_id, ad_user_id } = member
  const visits =
    line_id === null && ad_user_id === null
      ? []
      : await db
          .select()
          .from(ad_tracking)
          .where(
            and(
              eq(ad_tracking.shop_id, shop_id),
              or(
                line_id === null ? undefined : eq(ad_tracking.line_user_id, line_id),
                ad_user_id === null ? undefined : eq(ad_tracking.ad_user_id, ad_user_id),
              ),
            ),
          )
  const parcels = await db
    .select({ id: shipment.shipment_no })
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), inArray(shipment.order_id, idsOf(placed))))
  const messages = await of(outbox)
  const about = (subject: string, rows: { id: number | string }[]) =>
    and(
      eq(audit_event.shop_id, shop_id),
      eq(audit_event.subject, subject),
      inArray(audit_event.subject_id, ['0', ...rows.map(({ id }) => String(id))]),
    )
  const done = await db
    .select({ created_at: audit_event.created_at, action: audit_event.action, subject_name: audit_event.subject_name })
    .from(audit_event)
    .where(
      or(
        about('customer', [member]),
        about('order', placed),
        about('shipment', parcels),
        about('subscription', contracts),
        about('inquiry', written),
        about('message', messages),
      ),
    )
    .orderBy(asc(audit_event.created_at), asc(audit_event.id))
    .limit(MOST)
  const guest = with_guest_records ? await loadAsGuest(db, member) : []
  const parts: [string, Record<string, unknown>[]][] = [
    ['会員', [member]],
    ['お届け先', await of(customer_address)],
    ['ご注文', placed],
    ['ご注文の商品', items],
    ['ご注文の前の広告からのご訪問', led],
    ['発行した書類', papers],
    ['お電話でのご注文(お支払い前)', await of(order_request)],
    ['カート', carted],
    ['カートのお知らせ', await of(cart_tracking)],
    ['再入荷のお知らせ', awaited],
    ['定期便', contracts],
    ['定期便の商品', kept],
    ['お問い合わせ', written],
    ...said,
    ['お送りしたメール・LINE', messages.filter(isToThem)],
    ['お知らせへの同意', await of(consent_event)],
    ['会員ランクの変更', await of(customer_rank_event)],
    ['ログイン中の端末', await of(access_token)],
    ['アカウントの安全に関する記録', await of(security_event)],
    ['広告からのご訪問', visits],
    ...guest.map(([title, rows]): [string, typeof rows] => [`ログインせずに: ${title}`, rows]),
    ['お店の操作の記録', done.map(({ action, ...entry }) => ({ ...entry, summary: callSummary(action) }))],
  ]
  return parts.map(([title, rows]) => ({ title, rows: rows.map(open) }))
}

/** The member's own texts are listed with their inquiries. The shop's copies of those were not sent to the member. */
const isToThem = ({ dedupe_key }: Record<string, unknown>) => !String(dedupe_key).startsWith(TO_SHOP)

/** Never empty, because SQL does not accept an empty list. */
const idsOf = (rows: { id: number }[]) => [0, ...rows.map(({ id }) => id)]
