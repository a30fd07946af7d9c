import { openDatabase } from '@kushi/db/connect'
import type pg from 'pg'

let pool: pg.Pool | undefined

/** Queries the shop's database, for what no screen shows and for changes without the customer. */
export async function sql<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
  pool ??= openPool()
  return (await pool.query<Row>(text, values)).rows
}

/** One pool for all files of the lane; it notifies its changes like the shop, and ends with the database. */
const openPool = () => openDatabase(process.env.SHOP_DATABASE_URL!, { max: 2, allowExitOnIdle: true }).pool

export async function stockOf(sku: number): Promise<number> {
  const [row] = await sql<{ stock: number }>('select stock from product_sku where id = $1', sku)
  return row!.stock
}

export interface OrderRow {
  id: number
  order_no: string
  status: string
  payment_total: number
  payment_method_id: number | null
  subscription_id: number | null
  abmtcd: string | null
}

/** All orders of a customer, oldest first. */
export const ordersOf = (email: string) =>
  sql<OrderRow>(
    `select o.id, o.order_no, o.status, o.payment_total, o.payment_method_id, o.subscription_id, o.abmtcd
       from orders o join customer c on c.id = o.customer_id where c.email = $1 order by o.id`,
    email,
  )
