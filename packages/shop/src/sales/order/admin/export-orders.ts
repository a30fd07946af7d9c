import type { ListSelection } from '@kushi/contract/admin/list'
import { orderList } from '@kushi/contract/admin/order'
import { owedAmountSql } from '@kushi/db/owed'
import { customer } from '@kushi/db/schema/customer'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { shipment } from '@kushi/db/schema/fulfilment'
import { order_credit, order_item, order_visit, orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { CARRIER_NAME, type Carrier } from '@kushi/values/carrier'
import type { ClickIds } from '@kushi/values/click-id'
import { ORDER_AMOUNT_NAMES, ORDER_AMOUNTS, type OrderAmount } from '@kushi/values/order-amounts'
import {
  ORDER_STATUS_NAME,
  type OrderStatus,
  orderPaymentName,
  REPLACEMENT_KIND_NAME,
} from '@kushi/values/order-status'
import { type PaymentMethodId, type PaymentState, paymentStateName } from '@kushi/values/payment-method'
import { prefectureName } from '@kushi/values/prefecture'
import { formatSheetDateTime } from '@kushi/values/timestamp'
import { wrappingLines } from '@kushi/values/wrapping'
import { type SQL, sql } from 'drizzle-orm'
import { type AdminHandler, type OperatorContext, readEveryPage, rowCounter } from '../../../foundation/admin/index.ts'
import { beginExport, type CsvColumn, csvFile } from '../../../foundation/csv/index.ts'
import { reachableEmail } from '../../../messaging/message/index.ts'
import { deliveryNameSql } from '../internal/delivery-name.ts'
import { orderListSource } from '../internal/order-source.ts'

/**
 * 注文のCSV of the orders that the list shows, one row each. It contains personal data, so the second factor is required
 * again.
 */
export const exportOrders: AdminHandler<'POST /admin/v1/orders/export'> = async (ctx, { filter, encoding }) => {
  await beginExport(ctx, '注文', {
    list: orderList,
    filter,
    source: { ...orderListSource(ctx), count: rowCounter(ctx.db, orders) },
  })
  return csvFile(`orders-${ctx.clock.today()}`, columns, encoding, ordersOf(ctx, filter))
}

const of = (shop_id: number, table: SQL, what: SQL) => sql`(select ${what} from ${table}
  where shop_id = ${shop_id} and order_id = ${orders.id})`

/** Both aggregates of an order's items together, so that they are read once. */
const bought = sql`
  coalesce(string_agg(product_code || ' ' || product_name || ' x' || quantity, ' / ' order by id), '') as items,
  coalesce(sum(quantity), 0)::int as pieces`

const { order_no, status, customer_id, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id } = orders
const { addr01, addr02, addr03, phone_number, delivery_date, delivery_notes, payment_method_id } = orders
const { payment_total, tax_total, tax_lines } = orders
const { subscription_id, cycle, adcd, replacement_kind } = orders

const amountColumns = Object.fromEntries(ORDER_AMOUNT_NAMES.map((name) => [name, orders[name]])) as Pick<
  typeof orders,
  OrderAmount
>

const shownOf = (shop_id: number) => ({
  id: orders.id,
  order_no,
  status,
  customer_id,
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
  phone_number,
  delivery_date,
  delivery_notes,
  wrapping: orders.wrapping,
  payment_method_id,
  moved_payment_name: orders.moved_payment_name,
  ...amountColumns,
  payment_total,
  tax_total,
  subscription_id,
  cycle,
  adcd,
  replacement_kind,
  delivery_name: deliveryNameSql,
  delivery_time: delivery_time.delivery_time,
  created_at: sql`extract(epoch from ${orders.created_at})::float8`,
  landing_path: sql`visit.landing_path`,
  click_ids: sql`visit.click_ids`,
  buyer_name: sql`${customer.name01} || ' ' || ${customer.name02}`,
  buyer_email: customer.email,
  buyer_phone: customer.phone_number,
  replaces: sql`(select o.order_no from orders o where o.shop_id = ${shop_id} and o.id = ${orders.replaces_order_id})`,
  items: sql`bought.items`,
  pieces: sql`bought.pieces`,
  tax_lines,
  tracking: sql`sent.tracking`,
  carriers: sql`sent.carriers`,
  shipped_on: sql`sent.shipped_on`,
  payment_state: sql`paid.state`,
  provider_order_id: sql`paid.provider_order_id`,
  captured_on: sql`paid.captured_on`,
  credited: sql`coalesce(${of(shop_id, sql`${order_credit}`, sql`sum(amount)`)}, 0)::int`,
  refunded: sql`paid.refunded`,
  owed: sql`paid.owed`,
})

/** All parcels of an order together. */
const sent = sql`coalesce(string_agg(tracking_no, ' / ' order by id), '') as tracking,
  string_agg(distinct carrier, ' / ') as carriers, (max(shipped_at) at time zone 'Asia/Tokyo')::date::text as shipped_on`

/** An order's last payment, with the day on which its money was captured. */
const paidOf = (shop_id: number) => sql`(select state, provider_order_id, refunded_amount + repaid_amount as refunded,
    ${owedAmountSql} as owed,
    (select (min(e.created_at) at time zone 'Asia/Tokyo')::date::text from ${payment_event} e
      where e.shop_id = ${shop_id} and e.payment_id = ${payment.id} and e.event = 'captured') as captured_on
  from ${payment} where shop_id = ${shop_id} and order_id = ${orders.id} order by id desc limit 1)`

type Row = typeof orders.$inferSelect
type OrderSheetRow = Pick<Row, Exclude<keyof ReturnType<typeof shownOf> & keyof Row, 'created_at'>> & {
  /** Unix time in seconds. */
  created_at: number
  delivery_name: string
  delivery_time: string | null
  landing_path: string | null
  click_ids: ClickIds | null
  buyer_name: string
  buyer_email: string
  buyer_phone: string
  /** 元の注文番号 of a 再送・交換. */
  replaces: string | null
  items: string
  pieces: number
  tracking: string
  /** As carriers are written in the table, ' / ' between several. */
  carriers: string | null
  shipped_on: string | null
  payment_state: PaymentState | null
  provider_order_id: string | null
  captured_on: string | null
  /** Yen; null: there is no payment. */
  credited: number
  refunded: number | null
  owed: number | null
  sort_value: string
}

/**
 * Returns rows as the driver reads them: for a million rows, converting types again costs as much as all the rest. The
 * subselect picks the orders first, because otherwise the other columns would be computed for all matches. Each table
 * is filtered by `shop_id` itself, because a distributed database can't derive from the subselect on which machine the
 * other rows are.
 */
function ordersOf(ctx: OperatorContext, filter: ListSelection): AsyncGenerator<OrderSheetRow[]> {
  const { shop_id } = ctx
  const named = Object.entries(shownOf(shop_id)).map(([name, what]) => sql`${what} as ${sql.identifier(name)}`)
  return readEveryPage<typeof orderList, OrderSheetRow>(orderList, filter, {
    ...orderListSource(ctx),
    rows: async ({ where, orderBy, limit, sort_value }) => {
      const order = sql.join(orderBy, sql`, `)
      const { rows } = await ctx.db.execute(sql`
        select ${sql.join(named, sql`, `)}, sort_value
        from (select *, ${sort_value} as sort_value from ${orders} where ${where} order by ${order} limit ${limit}) ${orders}
        join ${customer} on ${refersToCondition(orders.customer_id, customer)} and ${customer.shop_id} = ${shop_id}
        join ${delivery} on ${refersToCondition(orders.delivery_id, delivery)} and ${delivery.shop_id} = ${shop_id}
        left join ${delivery_time} on ${refersToCondition(orders.delivery_time_id, delivery_time)} and ${delivery_time.shop_id} = ${shop_id}
        cross join lateral ${of(shop_id, sql`${order_item}`, bought)} bought
        cross join lateral ${of(shop_id, sql`${shipment}`, sent)} sent
        left join lateral ${paidOf(shop_id)} paid on true
        left join lateral ${of(shop_id, sql`${order_visit}`, sql`landing_path, click_ids`)} visit on true
        order by ${order}`)
      return rows as unknown as OrderSheetRow[]
    },
  })
}

const rateOf = ({ tax_lines: lines }: OrderSheetRow, rate: number) => lines.find(({ tax_rate }) => tax_rate === rate)

const carriersOf = (carriers: string | null) =>
  (carriers ?? '')
    .split(' / ')
    .map((one) => CARRIER_NAME[one as Carrier] ?? one)
    .join(' / ')

const clickIdsOf = (ids: ClickIds | null) =>
  Object.entries(ids ?? {})
    .map(([name, id]) => `${name}=${id}`)
    .join(' / ')

const methodOf = (sold: OrderSheetRow) => sold.payment_method_id as PaymentMethodId

const columns: readonly CsvColumn<OrderSheetRow>[] = [
  { head: '注文番号', of: (sold) => sold.order_no },
  { head: '注文日時', of: (sold) => formatSheetDateTime(sold.created_at) },
  { head: '状態', of: (sold) => ORDER_STATUS_NAME[sold.status as OrderStatus] },
  { head: '会員番号', of: (sold) => sold.customer_id },
  { head: '会員のお名前', of: (sold) => sold.buyer_name },
  { head: '会員のメール', of: (sold) => reachableEmail(sold.buyer_email) },
  { head: '会員の電話', of: (sold) => sold.buyer_phone },
  { head: 'お届け先のお名前', of: (sold) => `${sold.name01} ${sold.name02}` },
  { head: 'お届け先のかな', of: (sold) => `${sold.kana01} ${sold.kana02}` },
  { head: '郵便番号', of: (sold) => `${sold.postal_code01}-${sold.postal_code02}` },
  { head: '都道府県', of: (sold) => prefectureName(sold.pref_id) ?? '' },
  { head: '市区町村', of: (sold) => sold.addr01 },
  { head: '番地', of: (sold) => sold.addr02 },
  { head: '建物', of: (sold) => sold.addr03 },
  { head: '電話', of: (sold) => sold.phone_number },
  { head: '配送方法', of: ({ delivery_name }) => delivery_name },
  { head: 'お届け希望日', of: (sold) => sold.delivery_date },
  { head: '時間帯', of: ({ delivery_time: time }) => time },
  { head: '備考', of: (sold) => sold.delivery_notes },
  {
    head: 'ギフトの内容',
    of: ({ wrapping }) =>
      wrappingLines(wrapping)
        .map(({ label, text }) => `${label}: ${text}`)
        .join(' / '),
  },
  { head: '商品', of: ({ items }) => items },
  { head: '点数', of: ({ pieces }) => pieces },
  ...ORDER_AMOUNT_NAMES.map((name) => ({
    head: name === 'subtotal' ? '小計' : ORDER_AMOUNTS[name].label,
    of: (sold: OrderSheetRow) => sold[name],
  })),
  { head: '合計', of: (sold) => sold.payment_total },
  { head: 'うち消費税', of: (sold) => sold.tax_total },
  { head: '10%対象', of: (sold) => rateOf(sold, 10)?.total ?? 0 },
  { head: '10%の消費税', of: (sold) => rateOf(sold, 10)?.tax ?? 0 },
  { head: '8%対象', of: (sold) => rateOf(sold, 8)?.total ?? 0 },
  { head: '8%の消費税', of: (sold) => rateOf(sold, 8)?.tax ?? 0 },
  { head: 'お支払い方法', of: (sold) => orderPaymentName(sold) },
  {
    head: '決済の状態',
    of: (sold) => sold.payment_state && paymentStateName(sold.payment_state, methodOf(sold)),
  },
  { head: '入金日', of: ({ captured_on }) => captured_on },
  { head: '決済番号', of: (sold) => sold.provider_order_id },
  { head: '発送日', of: ({ shipped_on }) => shipped_on },
  { head: '配送会社', of: ({ carriers }) => carriersOf(carriers) },
  { head: '送り状番号', of: ({ tracking }) => tracking },
  { head: '契約番号', of: (sold) => sold.subscription_id },
  { head: '回', of: (sold) => sold.cycle },
  { head: '広告コード', of: (sold) => sold.adcd },
  { head: '広告で開いたページ', of: ({ landing_path }) => landing_path },
  { head: 'クリックID', of: ({ click_ids }) => clickIdsOf(click_ids) },
  { head: '再送・交換', of: ({ replacement_kind: kind }) => kind && REPLACEMENT_KIND_NAME[kind] },
  { head: '元の注文番号', of: (sold) => sold.replaces },
  { head: '返品・値引き', of: ({ credited }) => credited },
  { head: '返金済み', of: ({ refunded }) => refunded },
  { head: '未返金', of: ({ owed }) => owed },
]
