import { randomBytes } from 'node:crypto'
import type { Db } from '@kushi/db/connect'
import type { customer } from '@kushi/db/schema/customer'
import { shipment, shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { mapOrderFees, sumOrderAmounts, sumOrderFees } from '@kushi/values/order-amounts'
import type { TaxRate } from '@kushi/values/price'
import { eq } from 'drizzle-orm'
import { memberActor } from '../actor.ts'
import { taxByRate } from '../catalogue/price/rules/tax-by-rate.ts'

type Member = typeof customer.$inferSelect

/** The address columns of a member, as orders and subscriptions copy them. */
export function addressColumnsOf(member: Member) {
  const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } = member
  return {
    name01,
    name02,
    kana01,
    kana02,
    postal_code01,
    postal_code02,
    pref_id,
    addr01,
    addr02,
    addr03,
    phone_number: member.phone_number,
  }
}

/** Adds a subscription every 30 days, paid on delivery, unless `more` says otherwise. */
export async function insertSubscriptionRow(
  db: Db,
  member: Member,
  more: Partial<typeof subscription.$inferInsert> = {},
): Promise<number> {
  const [row] = await db
    .insert(subscription)
    .values({
      ...addressColumnsOf(member),
      shop_id: member.shop_id,
      customer_id: member.id,
      summary_status: 1,
      delivery_id: 1,
      subscription_division_id: 3,
      param1: 30,
      next_delivery_date: '2026-12-10',
      next_next_delivery_date: '2027-01-09',
      delivery_fee: 0,
      cycle: 2,
      ...more,
    })
    .returning({ id: subscription.id })
  return row!.id
}

type ItemFacts = Partial<typeof order_item.$inferInsert> & { product_sku_id: number }

/** Adds an order of the member as placed. Its amounts follow from the items and from `more`. */
export async function insertOrderRow(
  db: Db,
  member: Member,
  wanted: readonly ItemFacts[],
  more: Partial<typeof orders.$inferInsert> = {},
) {
  const items: (Omit<typeof order_item.$inferInsert, 'order_id'> & { subtotal: number; discount_amount: number })[] = []
  for (const one of wanted) {
    const [found] = await db
      .select({ sku: product_sku, name: product.product_name })
      .from(product_sku)
      .innerJoin(product, refersToCondition(product_sku.product_id, product))
      .where(sameRowCondition(product_sku, { shop_id: member.shop_id, id: one.product_sku_id }))
    const { id: _, ...sku } = found!.sku
    const quantity = one.quantity ?? 1
    const price = one.price ?? sku.price
    const rest = { product_name: found!.name, product_image: 'large/camellia-oil-1', discount_amount: 0 }
    items.push({ ...sku, ...rest, quantity, price, subtotal: price * quantity, ...one })
  }
  const sum = (pick: (item: (typeof items)[number]) => number) => items.reduce((total, item) => total + pick(item), 0)
  const amounts = {
    subtotal: sum((item) => item.subtotal),
    discount_amount: sum((item) => item.discount_amount),
    ...mapOrderFees((name) => more[name] ?? 0),
    adjustment_amount: more.adjustment_amount ?? 0,
  }
  const tax_lines = taxByRate(
    items.map((item) => ({ tax_rate: item.tax_rate as TaxRate, total: item.subtotal - item.discount_amount })),
    sumOrderFees(amounts),
    amounts.adjustment_amount,
  )
  const key = randomBytes(8).toString('hex')
  const [order] = await db
    .insert(orders)
    .values({
      ...addressColumnsOf(member),
      shop_id: member.shop_id,
      customer_id: member.id,
      order_no: `K261121-${key.slice(0, 8).toUpperCase()}`,
      status: 'received',
      idempotency_key: key,
      delivery_id: 1,
      payment_method_id: 1,
      ...amounts,
      payment_total: sumOrderAmounts(amounts),
      tax_total: tax_lines.reduce((total, one) => total + one.tax, 0),
      tax_lines,
      bundled_flag: true,
      created_at: new Date('2026-11-21T12:00:00+09:00'),
      updated_at: new Date('2026-11-21T12:00:00+09:00'),
      ...more,
    })
    .returning()
  await db.insert(order_item).values(items.map((item) => ({ ...item, shop_id: member.shop_id, order_id: order!.id })))
  const { shop_id, id: order_id, status, updated_at: created_at } = order!
  await db.insert(order_status_event).values({ shop_id, order_id, status, ...memberActor(member.id), created_at })
  return order!
}

/** Adds a parcel with all items of an order, handed over to Yamato unless `more` says otherwise. */
export async function insertShipmentRow(db: Db, order_id: number, more: Partial<typeof shipment.$inferInsert> = {}) {
  const [order] = await db.select().from(orders).where(eq(orders.id, order_id))
  const { shop_id, delivery_id, created_at } = order!
  const [parcel] = await db
    .insert(shipment)
    .values({
      shop_id,
      order_id,
      delivery_id,
      created_at,
      status: 'shipped',
      carrier: 'yamato',
      shipment_no: randomBytes(6).toString('hex').toUpperCase(),
      tracking_no: '123456789012',
      shipped_at: created_at,
      ...more,
    })
    .returning()
  const items = await db.select().from(order_item).where(eq(order_item.order_id, order_id))
  const pieces = items.map(({ id: order_item_id, quantity }) => ({ order_item_id, quantity }))
  await db.insert(shipment_item).values(pieces.map((piece) => ({ shop_id, shipment_id: parcel!.id, ...piece })))
  return parcel!
}

/** 休業日 of shop 2, both inclusive. */
export const insertShopClosing = (db: Db, from: CalendarDate, to: CalendarDate) =>
  db.insert(scheduled_change).values({
    shop_id: 2,
    kind: 'closing',
    subject_id: '',
    subject_name: '休業',
    before: {},
    after: {},
    starts_at: new Date(`${from}T00:00:00+09:00`),
    ends_at: new Date(`${addDays(to, 1)}T00:00:00+09:00`),
    state: 'planned',
    operator_name: '',
    created_at: new Date('2026-11-01'),
    updated_at: new Date('2026-11-01'),
  })
