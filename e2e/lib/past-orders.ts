import { sql } from './database.ts'

/** Creates `count` orders like this one in another year: a long-time customer has pages of them. */
export async function copyOrderIntoPast(order_no: string, count: number, year: number): Promise<void> {
  const columns = async (table: string, ...others: string[]) => {
    const rows = await sql<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
      table,
    )
    return rows.map(({ name }) => `"${name}"`).filter((name) => !others.includes(name.slice(1, -1)))
  }
  const shared = await columns('orders', 'id', 'order_no', 'idempotency_key', 'created_at')
  const item = await columns('order_item', 'id', 'order_id')
  await sql(
    `with source as (select * from orders where order_no = $1), copy as (
       insert into orders (order_no, idempotency_key, created_at, ${shared})
       select order_no || '-' || n, idempotency_key || n, make_timestamptz($3::int, 1, 1, 12, 0, 0) + n * interval '20 days', ${shared}
         from source, generate_series(1, $2::int) n returning id)
     insert into order_item (order_id, ${item})
     select copy.id, ${item.map((name) => `i.${name}`)} from copy, order_item i
       where i.order_id = (select id from source)`,
    order_no,
    count,
    year,
  )
}
