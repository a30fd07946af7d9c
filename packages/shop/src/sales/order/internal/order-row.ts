import type { ChosenOrderItems } from '@kushi/contract/admin/order'
import type { Amounts, QuotedGift } from '@kushi/contract/quote'
import type { Queryable } from '@kushi/db/connect'
import { movedInCondition } from '@kushi/db/moved-in'
import { order_item, orders } from '@kushi/db/schema/order'
import { mapOrderAmounts } from '@kushi/values/order-amounts'
import type { TaxRate } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { boughtSkuId, groupBoughtRows } from '@kushi/values/product-set'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PricedItem, SkuPart, StockedItem } from '../../../catalogue/price/index.ts'
import type { MemberContext } from '../../../context.ts'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'

/** Whether the order of the query was imported from the shop's former system. */
export const isImportedOrderSql = movedInCondition(sql`orders.shop_id`, sql`orders.id`)

/** The items of an order, in the order in which they were bought. */
export const loadOrderItems = (db: Queryable, { shop_id, id }: Pick<OrderRow, 'shop_id' | 'id'>): Promise<ItemRow[]> =>
  db
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, shop_id), eq(order_item.order_id, id)))
    .orderBy(asc(order_item.id))

/** Restricts a query to the orders of the calling member; part of every query on orders. */
export const ownOrdersCondition = (ctx: MemberContext): SQL =>
  and(eq(orders.shop_id, ctx.shop_id), eq(orders.customer_id, ctx.customer_id))!

/** Loads an order of the operator's shop. @throws ShopError 404 */
export async function findShopOrder(
  { db, shop_id }: Pick<OperatorQueryContext, 'db' | 'shop_id'>,
  id: number,
): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, id)))
  if (!order) throw notFound()
  return order
}

/** How the audit log names an order. */
export const orderAuditSubject = ({ id, order_no }: Pick<OrderRow, 'id' | 'order_no'>) => ({
  subject: 'order',
  subject_id: id,
  subject_name: order_no,
})

/**
 * The columns that pricing fills, of an order and of a sold item. A column that a price fills does not compile until it
 * is named here; every writer and every change of an order then writes it.
 */
const ofOrder = {
  ...mapOrderAmounts(() => true as const),
  payment_total: true,
  tax_total: true,
  tax_lines: true,
} satisfies Record<keyof Amounts & keyof OrderRow, true>
const ofItem = {
  price: true,
  subtotal: true,
  discount_amount: true,
  promotions: true,
  point_discount: true,
} satisfies Record<keyof PricedItem & keyof ItemRow, true>

/** Picks the amount columns of an order from a priced draft. */
export const pickOrderAmounts = <T extends Pick<OrderRow, keyof typeof ofOrder>>(priced: T) => picked(priced, ofOrder)
/** Picks the price columns of an order item from a priced item. */
export const pickItemAmounts = <T extends Pick<ItemRow, keyof typeof ofItem>>(priced: T) => picked(priced, ofItem)

const picked = <T extends Record<K, unknown>, K extends string>(of: T, names: Record<K, true>) =>
  Object.fromEntries((Object.keys(names) as K[]).map((name) => [name, of[name]])) as Pick<T, K>

/**
 * Builds the item rows of an order, for bought items and gifts. They are copies, so that a later change of the
 * catalogue changes no receipt.
 */
export function orderItemRows(
  { shop_id, id: order_id }: Pick<OrderRow, 'shop_id' | 'id'>,
  { items, summary: { gifts } }: { items: readonly StockedItem[]; summary: { gifts: readonly QuotedGift[] } },
): NewItemRow[] {
  const of = { shop_id, order_id, ...inNoSet }
  const bought = items.flatMap((item) => {
    const { id, ...copied } = item
    const rows = item.parts.length > 0 ? partRows(of, item) : [{ ...copied, ...of, product_sku_id: id }]
    return rows.map((row) => ({ ...row, gift_promotion_id: null }))
  })
  const given = gifts.map(({ id, ...copied }) => ({ ...copied, ...of, product_sku_id: id, ...free }))
  return [...bought, ...given]
}

const inNoSet = { set_sku_id: null, set_name: null, set_quantity: null }

/** A set is sold as its parts, so that whoever ships, taxes, refunds or counts goods needs to know nothing of sets. */
const partRows = (of: Pick<ItemRow, 'shop_id' | 'order_id'>, item: StockedItem) =>
  item.parts.map((part, n) => ({
    ...part,
    ...of,
    ...item.part_amounts[n]!,
    quantity: part.pieces * item.quantity,
    set_sku_id: item.id,
    set_name: itemName(item),
    set_quantity: item.quantity,
    lump_sum_payment_flag: item.lump_sum_payment_flag,
    lump_sum_payment_num: item.lump_sum_payment_num,
  }))

/** The parts of a set that was sold, each with its share of one set's price. */
export const soldSetParts = ({ parts, quantity }: { parts: readonly ItemRow[]; quantity: number }): SkuPart[] =>
  parts.map((part) => ({
    ...part,
    name: itemName(part),
    pieces: part.quantity / quantity,
    list_price: part.subtotal / quantity,
    tax_rate: part.tax_rate as TaxRate,
    stock: 0,
    sale_limit: 0,
    visible: true,
    revision: 0,
  }))

const free = {
  price: 0,
  subtotal: 0,
  discount_amount: 0,
  promotions: [],
  point_discount: 0,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
}

/**
 * The bought SKUs with their quantities, plus the SKUs of `more`. A set counts as one SKU; its parts are not listed.
 */
export const boughtSkuQuantities = (
  rows: readonly ItemRow[],
  more: readonly Pick<ItemRow, 'product_sku_id' | 'quantity'>[] = [],
) =>
  [
    ...groupBoughtRows(rows).map((goods) => ({
      product_sku_id: boughtSkuId(goods),
      quantity: (goods.set ?? goods.item).quantity,
    })),
    ...more,
  ] as ChosenOrderItems

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof order_item.$inferSelect
/** A sold item before it has an id. */
export type NewItemRow = Omit<ItemRow, 'id' | 'replaces_item_id'>
