import { orderList } from '@kushi/contract/admin/order'
import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import { ORDER_STATUS_NAME, type OrderStatus, orderPaymentName } from '@kushi/values/order-status'
import { type TaxRate, taxIncludedIn } from '@kushi/values/price'
import { formatSheetDateTime } from '@kushi/values/timestamp'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type AdminHandler, type OperatorContext, readEveryPage, rowCounter } from '../../../foundation/admin/index.ts'
import { beginExport, csvFile } from '../../../foundation/csv/index.ts'
import { orderListSource } from '../internal/order-source.ts'

/** 商品ごとのCSV of the orders that the list shows: a row for each item, with its share of the discounts. No personal data. */
export const exportOrderItems: AdminHandler<'POST /admin/v1/orders/items/export'> = async (
  ctx,
  { filter, encoding },
) => {
  const source = { ...orderListSource(ctx), count: rowCounter(ctx.db, orders) }
  await beginExport(ctx, '注文の商品', { list: orderList, filter, source })
  return csvFile(`order-items-${ctx.clock.today()}`, columns, encoding, itemsOf(ctx, filter))
}

type Order = Pick<
  typeof orders.$inferSelect,
  | 'id'
  | 'order_no'
  | 'status'
  | 'payment_method_id'
  | 'moved_payment_name'
  | 'payment_total'
  | 'subscription_id'
  | 'cycle'
  | 'created_at'
  | 'replacement_kind'
> & { shipped_on: string | null; captured_on: string | null }
type Item = Order & {
  product_code: string
  product_name: string
  choices: string
  tax_rate: number
  quantity: number
  price: number
  subtotal: number
  discount_amount: number
  set_name: string | null
  set_quantity: number | null
  returned: number
  returned_amount: number
}

/** Correlated columns are named in full: beside one table, the query builder leaves the table's name out. */
async function* itemsOf(
  ctx: OperatorContext,
  filter: Parameters<typeof exportOrderItems>[1]['filter'],
): AsyncGenerator<Item[]> {
  const { db, shop_id } = ctx
  const dayOf = (what: ReturnType<typeof sql>) =>
    sql<string | null>`(select (${what} at time zone 'Asia/Tokyo')::date::text`
  const pages = readEveryPage<typeof orderList, Order>(orderList, filter, {
    ...orderListSource(ctx),
    rows: ({ where, orderBy, limit, sort_value }) =>
      db
        .select({
          id: orders.id,
          order_no: orders.order_no,
          status: orders.status,
          payment_method_id: orders.payment_method_id,
          moved_payment_name: orders.moved_payment_name,
          payment_total: orders.payment_total,
          subscription_id: orders.subscription_id,
          cycle: orders.cycle,
          created_at: orders.created_at,
          replacement_kind: orders.replacement_kind,
          shipped_on: sql<
            string | null
          >`${dayOf(sql`max(s.shipped_at)`)} from shipment s where s.shop_id = ${shop_id} and s.order_id = "orders"."id")`,
          captured_on: sql<
            string | null
          >`${dayOf(sql`min(p.captured_at)`)} from payment p where p.shop_id = ${shop_id} and p.order_id = "orders"."id")`,
          sort_value,
        })
        .from(orders)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  })
  for await (const page of pages) {
    const ids = page.map(({ id }) => id)
    const items = await db
      .select({
        order_id: order_item.order_id,
        product_code: order_item.product_code,
        product_name: order_item.product_name,
        choices: sql<string>`concat_ws(' ', ${order_item.set_item_name1}, ${order_item.set_item_name2})`,
        tax_rate: order_item.tax_rate,
        quantity: order_item.quantity,
        price: order_item.price,
        subtotal: order_item.subtotal,
        discount_amount: order_item.discount_amount,
        set_name: order_item.set_name,
        set_quantity: order_item.set_quantity,
        returned: sql<number>`coalesce((select sum(c.quantity) from ${order_credit_item} c
          where c.shop_id = ${shop_id} and c.order_item_id = "order_item"."id"), 0)::int`,
        returned_amount: sql<number>`coalesce((select sum(c.amount) from ${order_credit_item} c
          where c.shop_id = ${shop_id} and c.order_item_id = "order_item"."id"), 0)::int`,
      })
      .from(order_item)
      .where(and(eq(order_item.shop_id, shop_id), isAnyOfCondition(order_item.order_id, ids)))
      .orderBy(asc(order_item.id))
    const byOrder = Map.groupBy(items, ({ order_id }) => order_id)
    yield page.flatMap((order) => (byOrder.get(order.id) ?? []).map((item) => ({ ...order, ...item })))
  }
}

const paidFor = ({ subtotal, discount_amount }: Item) => subtotal - discount_amount

const columns = [
  { head: '注文番号', of: (item: Item) => item.order_no },
  { head: '注文日時', of: (item: Item) => formatSheetDateTime(item.created_at.getTime() / 1000) },
  { head: '状態', of: (item: Item) => ORDER_STATUS_NAME[item.status as OrderStatus] },
  { head: 'お支払い方法', of: (item: Item) => orderPaymentName(item) },
  { head: '入金日', of: (item: Item) => item.captured_on },
  { head: '発送日', of: (item: Item) => item.shipped_on },
  { head: '契約番号', of: (item: Item) => item.subscription_id },
  { head: '回', of: (item: Item) => item.cycle },
  { head: '商品コード', of: (item: Item) => item.product_code },
  { head: '商品名', of: (item: Item) => item.product_name },
  { head: '種類', of: (item: Item) => item.choices },
  { head: '税率', of: (item: Item) => item.tax_rate },
  { head: '数量', of: (item: Item) => item.quantity },
  { head: '単価(税込)', of: (item: Item) => item.price },
  { head: '小計', of: (item: Item) => item.subtotal },
  { head: '割引の按分', of: (item: Item) => item.discount_amount },
  { head: 'お支払い額', of: paidFor },
  { head: 'お支払い額に含まれる税(参考)', of: (item: Item) => taxIncludedIn(paidFor(item), item.tax_rate as TaxRate) },
  { head: '返品の数量', of: (item: Item) => item.returned },
  { head: '返品・値引き', of: (item: Item) => item.returned_amount },
  { head: 'セット', of: (item: Item) => item.set_name },
  { head: 'セットの数', of: (item: Item) => item.set_quantity },
]
