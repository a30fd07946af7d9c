import { customerList } from '@kushi/contract/admin/customer'
import { customer } from '@kushi/db/schema/customer'
import { order_item } from '@kushi/db/schema/order'
import { customer_rank, master_data } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { MOVED_NON_MEMBER_KIND_NAME } from '@kushi/values/move-in'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { and, asc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  type IndexedCondition,
  type ListSource,
  loadListPage,
  maskEmail,
  maskName,
  maskPhone,
  type OperatorContext,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { reachableEmail } from '../../../messaging/message/index.ts'
import { personSearchConditions } from '../internal/person-conditions.ts'

type Row = typeof customer.$inferSelect

/** SQL: whether the current `customer` has a subscription that was not cancelled. */
export const hasSubscriptionSql = sql<boolean>`coalesce((
  select true from ${subscription}
  where ${subscription.shop_id} = ${customer.shop_id} and ${subscription.customer_id} = ${customer.id}
    and ${subscription.summary_status} between 1 and 5
  limit 1), false)`

/** SQL: the label of how the current `customer` found the shop (当店をお知りになったきっかけ). */
export const acquisitionSourceLabelSql = sql<string | null>`(
  select m.label from ${master_data} m where m.shop_id = ${customer.shop_id} and m.name = 'where_did_you_know'
    and m.id = ${customer.where_did_you_know} limit 1)`

/** Lists the answers to 当店をお知りになったきっかけ, for the filter of the list. */
export const listAcquisitionSources: AdminHandler<'GET /admin/v1/customers/sources'> = async ({ db, shop_id }) => {
  const rows = await db
    .select({ id: master_data.id, label: master_data.label })
    .from(master_data)
    .where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, 'where_did_you_know'), isNotNull(master_data.id)))
    .orderBy(asc(master_data.sort_no))
  return { items: rows.map(({ id, label }) => ({ id: id!, label })) }
}

/** An order `o` of the member that counts: neither cancelled nor returned nor never paid, and no 再送・交換. */
const isTakenOf = sql`o.shop_id = ${customer.shop_id} and o.customer_id = ${customer.id}
  and o.status in ${COUNTED_ORDER_STATUSES} and o.replaces_order_id is null`
const ofOrders = (figure: SQL) => sql`(select ${figure} from orders o where ${isTakenOf})`

interface Ends<T> {
  from?: T
  to?: T
}

const between = (figure: SQL, from: SQL | number | '' | undefined, to: SQL | number | '' | undefined) =>
  and(
    from === undefined || from === '' ? undefined : sql`${figure} >= ${from}`,
    to === undefined || to === '' ? undefined : sql`${figure} <= ${to}`,
  )

/** 会員一覧 */
export const listCustomers: AdminHandler<'GET /admin/v1/customers'> = async (ctx, query) => {
  const isOpen = canSeePersonalData(ctx)
  const page = await loadListPage(customerList, query, customerListSource(ctx))
  return {
    ...page,
    items: page.items.map(({ row, rank_name, has_subscription }) => ({
      ...customerRow(row, isOpen),
      rank_name,
      has_subscription,
    })),
  }
}

interface CustomerListRow {
  row: Row
  rank_name: string | null
  source_label: string | null
  has_subscription: boolean
}

/** Returns the query of the customer list: scope, filters, sort orders and columns. */
export const customerListSource = (ctx: OperatorContext): ListSource<typeof customerList, CustomerListRow> => ({
  // Whoever only has orders of a former shop is found by them.
  where: and(eq(customer.shop_id, ctx.shop_id), isNull(customer.moved_as)),
  id: customer.id,
  sorts: { created_at: customer.created_at },
  filters: {
    customer_rank_id: (values: string[]) =>
      inArray(customer.customer_rank_id, values.map(Number).filter(Number.isSafeInteger)),
    where_did_you_know: (values: string[]) =>
      inArray(customer.where_did_you_know, values.map(Number).filter(Number.isSafeInteger)),
    has_line: (wanted: boolean) => (wanted ? isNotNull : isNull)(customer.line_id),
    has_subscription: (wanted: boolean) => (wanted ? hasSubscriptionSql : not(hasSubscriptionSql)),
    created_at: customer.created_at,
    product_id: (values: string[]) => {
      const ids = sql.param(values.map(Number).filter(Number.isSafeInteger))
      // Each by its own index: an `or` of the two reads every row of orders.
      return sql`${customer.id} in (
        select o.customer_id from orders o join (
          select i.order_id from ${order_item} i where i.shop_id = ${ctx.shop_id} and i.gift_promotion_id is null
            and i.set_sku_id is null and i.product_id = any(${ids}::bigint[])
          union all
          select i.order_id from product_sku s join ${order_item} i on i.shop_id = s.shop_id and i.set_sku_id = s.id
            where s.shop_id = ${ctx.shop_id} and s.product_id = any(${ids}::bigint[]) and i.gift_promotion_id is null
        ) bought on bought.order_id = o.id
        where o.shop_id = ${ctx.shop_id} and o.status in ${COUNTED_ORDER_STATUSES} and o.replaces_order_id is null)`
    },
    last_ordered_on: ({ from, to }: Ends<string>) => {
      const last = ofOrders(sql`max((o.created_at at time zone 'Asia/Tokyo')::date)`)
      return between(last, from && sql`${from}::date`, to && sql`${to}::date`)
    },
    order_count: (ends: Ends<number>) => between(ofOrders(sql`count(*)`), ends.from, ends.to),
    spent_amount: (ends: Ends<number>) => between(ofOrders(sql`coalesce(sum(o.payment_total), 0)`), ends.from, ends.to),
    mail_magazine_flag: customer.mail_magazine_flag,
    line_magazine_flag: customer.line_magazine_flag,
  },
  search: (words) => waysTo(ctx, words),
  rows: ({ where, orderBy, limit, sort_value }) =>
    ctx.db
      .select({
        row: customer,
        id: customer.id,
        rank_name: customer_rank.rank_name,
        source_label: acquisitionSourceLabelSql,
        sort_value,
        has_subscription: hasSubscriptionSql,
      })
      .from(customer)
      .leftJoin(
        customer_rank,
        and(eq(customer_rank.shop_id, customer.shop_id), eq(customer_rank.id, customer.customer_rank_id)),
      )
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  count: rowCounter(ctx.db, customer),
})

function waysTo(ctx: OperatorContext, words: string): IndexedCondition {
  const byNumber = /^\d{1,9}$/.test(words) ? eq(customer.id, Number(words)) : sql`false`
  const own = [byNumber, ...personSearchConditions(ctx, customer, words)]
  const ofMembers = (what: SQL) =>
    sql`select ${customer.id} from ${customer} where ${customer.shop_id} = ${ctx.shop_id} and ${what}`
  return { db: ctx.db, ids: own.map(ofMembers), row: or(...own) }
}

/** お名前 for operators; for a member without a name, words that say why there is none. */
export function customerNameText(row: Pick<Row, 'name01' | 'name02' | 'withdrawn_at' | 'moved_as'>, isOpen: boolean) {
  if (row.moved_as) return `${MOVED_NON_MEMBER_KIND_NAME[row.moved_as]}(移行)`
  if (row.withdrawn_at) return '退会済み'
  const name = `${row.name01} ${row.name02}`
  return isOpen ? name : maskName(name)
}

/** The fields that a list row and the member's page have in common. */
export function customerRow(row: Row, isOpen: boolean) {
  const kana = `${row.kana01} ${row.kana02}`
  const email = reachableEmail(row.email)
  return {
    id: row.id,
    name: customerNameText(row, isOpen),
    kana: isOpen ? kana : maskName(kana),
    email: isOpen || email === '' ? email : maskEmail(email),
    phone_number: isOpen ? row.phone_number : maskPhone(row.phone_number),
    has_line: row.line_id !== null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    moved_as: row.moved_as,
    created_at: row.created_at.toISOString(),
  }
}
