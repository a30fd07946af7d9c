import { randomUUID } from 'node:crypto'
import type { ChosenOrderItems } from '@kushi/contract/admin/order'
import type { OrderDraft } from '@kushi/contract/order'
import type { Db } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { formatYen } from '@kushi/values/yen'
import type { Context, Input } from '../context.ts'
import { validateOrder } from '../sales/checkout/validate-order.ts'

/** As an operator chooses them in the form of a changed order. */
export const asChosenItems = (items: { product_sku_id: number; quantity: number }[]) => items as ChosenOrderItems

export type NewOrderInput = Input<'POST /v1/order/public/new'>

export const kamakuraAddress = {
  name01: '山口',
  name02: '花子',
  kana01: 'やまぐち',
  kana02: 'はなこ',
  postal_code01: '248',
  postal_code02: '0006',
  pref_id: 14,
  addr01: '鎌倉市小町',
  addr02: '0-0-1',
  addr03: '',
  phone_number: '09000000001',
}

/** New members, so that no test sees the orders of another. */
export async function insertMembers(db: Db, count: number, more: Partial<typeof customer.$inferInsert> = {}) {
  const rows = Array.from({ length: count }, () => ({
    shop_id: 2,
    email: `${randomUUID()}@example.com`,
    email_verified_at: new Date('2026-01-01T00:00:00Z'),
    ...kamakuraAddress,
    ...more,
  }))
  return (await db.insert(customer).values(rows).returning({ id: customer.id })).map(({ id }) => id)
}

/** One piece of 純椿油「しずく」 30mL, by parcel to Kamakura, cash on delivery. */
export function testOrderDraft(more: Partial<OrderDraft> = {}): OrderDraft {
  return {
    is_subscription: false,
    items: [{ product_sku_id: 101, quantity: 1, revision: 1 }],
    shipping_address: kamakuraAddress,
    delivery_notes: '',
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id: null,
    delivery_pattern: null,
    ...more,
  }
}

/** The request that a browser sends after showing the confirmation screen. */
export async function confirmedOrderInput(ctx: Context, wanted: OrderDraft, more: Partial<NewOrderInput> = {}) {
  const seen = await validateOrder(ctx, wanted)
  const request: NewOrderInput = {
    ...wanted,
    idempotency_key: randomUUID(),
    card: null,
    amazon: null,
    shown: {
      payment_total: seen.summary.payment_total,
      following_payment_total: seen.summary.following?.payment_total ?? null,
      gift_promotion_ids: [...seen.summary.gifts, ...seen.summary.later_gifts].map(
        ({ gift_promotion_id }) => gift_promotion_id,
      ),
      first_delivery_date: seen.first_delivery_date,
      next_delivery_date: seen.next_delivery_date,
      next_next_delivery_date: seen.next_next_delivery_date,
      terms_version: seen.terms_version,
      shown_at: '2026-11-21T03:00:00.000Z',
      text: `ご注文内容の確認 お支払い合計 ${formatYen(seen.summary.payment_total)}`,
    },
    third_party_consent: true,
    adcd: null,
    abmtcd: null,
    ad_user_id: null,
    ad_visit: null,
    ...more,
  }
  return request
}
