import type { ListQuery } from '@kushi/contract/admin/list'
import { orderList } from '@kushi/contract/admin/order'
import { refersTo } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { shipment } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'
import { type PaymentStateName, paymentStateName } from '@kushi/values/payment-state'
import { prefectureName } from '@kushi/values/prefecture'
import { type SQL, sql } from 'drizzle-orm'
import { type AdminVerb, everyPage, type OperatorContext } from '../../admin/index.ts'
import { type Column, csvFile, momentCell, noteExport } from '../../csv/index.ts'
import { orderSource } from '../internal/order-source.ts'

/** 注文のCSV of those that the list shows, a row each. Personal data: the second factor was asked for again. */
export const exportOrders: AdminVerb<'POST /admin/v1/orders/export'> = async (ctx, { filter, encoding }) => {
  await noteExport(ctx, '注文', filter)
  return csvFile(`orders-${ctx.clock.today()}`, columns, encoding, ordersOf(ctx, filter))
}

interface Sold {
  row: typeof orders.$inferSelect
  buyer: Pick<typeof customer.$inferSelect, 'name01' | 'name02' | 'email' | 'phone_number'>
  delivery_name: string
  delivery_time: string | null
  items: string
  pieces: number
  tracking: string
  payment_state: string | null
}

const of = (table: SQL, what: SQL) => sql`(select ${what} from ${table}
  where shop_id = ${orders.shop_id} and order_id = ${orders.id})`

function ordersOf(ctx: OperatorContext, filter: ListQuery): AsyncGenerator<Sold[]> {
  return everyPage<typeof orderList, Sold & { id: number }>(orderList, filter, {
    ...orderSource(ctx),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({
          ...{ id: orders.id, row: orders, sort_value, delivery_name: delivery.delivery_name },
          buyer: {
            ...{ name01: customer.name01, name02: customer.name02, email: customer.email },
            phone_number: customer.phone_number,
          },
          delivery_time: delivery_time.delivery_time,
          items: sql<string>`coalesce(${of(sql`${order_item}`, sql`string_agg(product_code || ' ' || product_name || ' x' || quantity, ' / ' order by id)`)}, '')`,
          pieces: sql<number>`${of(sql`${order_item}`, sql`coalesce(sum(quantity), 0)::int`)}`,
          tracking: sql<string>`coalesce(${of(sql`${shipment}`, sql`string_agg(tracking_no, ' / ' order by id)`)}, '')`,
          payment_state: sql<string | null>`${of(sql`${payment}`, sql`(array_agg(state order by id desc))[1]`)}`,
        })
        .from(orders)
        .innerJoin(customer, refersTo(orders.customer_id, customer))
        .innerJoin(delivery, refersTo(orders.delivery_id, delivery))
        .leftJoin(delivery_time, refersTo(orders.delivery_time_id, delivery_time))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  })
}

const methodOf = ({ row }: Sold) => row.payment_method_id as PaymentMethodId

const columns: readonly Column<Sold>[] = [
  { head: '注文番号', of: ({ row }) => row.order_no },
  { head: '注文日時', of: ({ row }) => momentCell(row.created_at) },
  { head: '状態', of: ({ row }) => ORDER_STATUS_NAME[row.status as OrderStatus] },
  { head: '会員番号', of: ({ row }) => row.customer_id },
  { head: '会員のお名前', of: ({ buyer }) => `${buyer.name01} ${buyer.name02}` },
  { head: '会員のメール', of: ({ buyer }) => buyer.email },
  { head: '会員の電話', of: ({ buyer }) => buyer.phone_number },
  { head: 'お届け先のお名前', of: ({ row }) => `${row.name01} ${row.name02}` },
  { head: 'お届け先のかな', of: ({ row }) => `${row.kana01} ${row.kana02}` },
  { head: '郵便番号', of: ({ row }) => `${row.postal_code01}-${row.postal_code02}` },
  { head: '都道府県', of: ({ row }) => prefectureName(row.pref_id) ?? '' },
  { head: '市区町村', of: ({ row }) => row.addr01 },
  { head: '番地', of: ({ row }) => row.addr02 },
  { head: '建物', of: ({ row }) => row.addr03 },
  { head: '電話', of: ({ row }) => row.phone_number },
  { head: '配送方法', of: ({ delivery_name }) => delivery_name },
  { head: 'お届け希望日', of: ({ row }) => row.delivery_date },
  { head: '時間帯', of: ({ delivery_time: time }) => time },
  { head: '備考', of: ({ row }) => row.delivery_notes },
  { head: '商品', of: ({ items }) => items },
  { head: '点数', of: ({ pieces }) => pieces },
  { head: '小計', of: ({ row }) => row.subtotal },
  { head: '割引', of: ({ row }) => row.discount_amount },
  { head: '送料', of: ({ row }) => row.delivery_fee },
  { head: '手数料', of: ({ row }) => row.payment_fee },
  { head: '調整額', of: ({ row }) => row.adjustment_amount },
  { head: '合計', of: ({ row }) => row.payment_total },
  { head: 'うち消費税', of: ({ row }) => row.tax_total },
  { head: 'お支払い方法', of: (sold) => paymentMethodName(methodOf(sold)) },
  {
    head: '決済の状態',
    of: (sold) => sold.payment_state && paymentStateName(sold.payment_state as PaymentStateName, methodOf(sold)),
  },
  { head: '送り状番号', of: ({ tracking }) => tracking },
  { head: '契約番号', of: ({ row }) => row.subscription_id },
  { head: '回', of: ({ row }) => row.cycle },
  { head: '広告コード', of: ({ row }) => row.adcd },
]
