import type { Report } from '@kushi/contract/admin/report'
import { order_credit, order_credit_item, order_item } from '@kushi/db/schema/order'
import { product } from '@kushi/db/schema/product'
import { order_fact } from '@kushi/db/schema/report'
import { type SQL, sql } from 'drizzle-orm'
import { isPeriod } from '../rules/periods.ts'
import type { ReportQuestion } from './report-question.ts'
import { plain, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'

const heads: Report['heads'] = [
  { key: 'pieces', label: '売れた個数', unit: 'count', has_rows: true },
  { key: 'back', label: '戻った個数', unit: 'count', has_rows: true },
  { key: 'rate', label: '戻った割合', unit: 'rate', has_rows: false },
  { key: 'missing', label: '欠品の個数', unit: 'count', has_rows: true },
  { key: 'amount', label: '商品の売上(値引き後)', unit: 'yen', has_rows: true },
  { key: 'returned', label: '返品の金額', unit: 'yen', has_rows: true },
]

const groupOf = ({ by }: ReportQuestion): SQL => {
  if (by === 'product') return sql`l.product_id::text`
  if (by === 'category')
    return sql`(select p.category_id::text from ${product} p where p.shop_id = l.shop_id and p.id = l.product_id)`
  return sql`date_trunc(${sql.raw(`'${by}'`)}, l.day)::date::text`
}

/**
 * Pieces by the day on which their order became a sale, and what was taken back of goods by the day of its 赤伝. 欠品 never left; what was taken
 * back for another reason came back.
 */
function lines(shop_id: number, asked: ReportQuestion): SQL {
  const one = asked.product_id === undefined ? sql`` : sql`and i.product_id = ${Number(asked.product_id)}`
  const day = sql`(c.created_at at time zone 'Asia/Tokyo')::date`
  return sql`
    select f.shop_id, f.order_id, i.product_id, f.sold_on as day, i.quantity as pieces, 0 as back, 0 as missing,
      i.subtotal - i.discount_amount as amount, 0 as returned
    from ${order_fact} f join ${order_item} i on i.shop_id = f.shop_id and i.order_id = f.order_id
    where f.shop_id = ${shop_id} and f.sold_on between ${asked.from}::date and ${asked.to}::date and i.gift_promotion_id is null ${one}
    union all
    select c.shop_id, c.order_id, i.product_id, ${day}, 0,
      case when c.kind = 'missing' then 0 else x.quantity end, case when c.kind = 'missing' then x.quantity else 0 end, 0, -x.amount
    from ${order_credit} c join ${order_credit_item} x on x.shop_id = c.shop_id and x.order_credit_id = c.id and x.kind = 'goods'
    join ${order_item} i on i.shop_id = x.shop_id and i.id = x.order_item_id and i.gift_promotion_id is null
    where c.shop_id = ${shop_id} and c.created_at >= ${asked.from}::date::timestamp at time zone 'Asia/Tokyo'
      and c.created_at < (${asked.to}::date + 1)::timestamp at time zone 'Asia/Tokyo' ${one}`
}

async function count({ db, shop_id }: ReportContext, asked: ReportQuestion): Promise<ReportFigures> {
  const { rows } = await db.execute<{ key: string; n: number[] }>(sql`
    select ${groupOf(asked)} as key,
      array[sum(l.pieces), sum(l.back), sum(l.missing), sum(l.amount), sum(l.returned)]::float8[] as n
    from (${lines(shop_id, asked)}) l group by 1 order by ${isPeriod(asked.by) ? sql`1` : sql`sum(l.amount) desc, 1`}`)
  const cellsOf = ([pieces = 0, back = 0, missing = 0, amount = 0, returned = 0]: readonly number[]) => [
    plain(pieces),
    plain(back),
    { value: pieces === 0 ? null : back, of: pieces, undecided: null },
    plain(missing),
    plain(amount),
    plain(returned),
  ]
  const sum = [0, 1, 2, 3, 4].map((at) => rows.reduce((total, { n }) => total + n[at]!, 0))
  return { rows: rows.map(({ key, n }) => ({ key, cells: cellsOf(n) })), total: cellsOf(sum) }
}

export const products: ReportSource = {
  heads: () => heads,
  count,
  behind({ shop_id }, asked, { row, column }) {
    const measure = sql.raw(`l.${column}`)
    const amount = sql.raw(column === 'returned' ? 'l.returned' : 'l.amount')
    return {
      kind: 'order',
      units: sql`select l.order_id as id, min(l.day) as day, sum(${amount})::float8 as amount
        from (${lines(shop_id, asked)}) l where ${row === undefined ? sql`true` : sql`${groupOf(asked)} = ${row}`}
        group by 1 having sum(${measure}) <> 0`,
      parts: null,
    }
  },
}
