import { bulk_job } from '@kushi/db/schema/bulk'
import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { inquiry } from '@kushi/db/schema/inquiry'
import { orders } from '@kushi/db/schema/order'
import { order_check } from '@kushi/db/schema/person'
import { privacy_request } from '@kushi/db/schema/privacy'
import { product, product_sku } from '@kushi/db/schema/product'
import { outbox } from '@kushi/db/schema/system'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { BULK_JOB_MAX_DELAY_MS } from '@kushi/values/bulk-job'
import { INQUIRY_STATUS } from '@kushi/values/inquiry-status'
import { itemName } from '@kushi/values/product'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { countUpTo, type OperatorContext } from '../../../foundation/admin/index.ts'
import { awaitsReturnedGoodsCondition } from '../../../sales/order/index.ts'

/** Orders that wait for an operator, apart from payments. */
interface OrderCounts extends Record<string, unknown> {
  awaits_goods: number
  short: number
  checks: number
  late_checks: number
}

/**
 * Counts the orders that wait for goods, lack stock at shipping, or are held for a check. `late_checks`: held checks
 * past their time.
 */
export async function countOrders({ db, shop_id, clock }: OperatorContext): Promise<OrderCounts> {
  const short = sql`from ${shipping_decision} d join ${orders} o on o.shop_id = d.shop_id and o.id = d.order_id
    where d.shop_id = ${shop_id} and d.held ->> 'reason' = 'shortage' and o.status in ('received', 'arranged')`
  const check = sql`from ${order_check} c where c.shop_id = ${shop_id} and c.outcome = 'held' and c.decided_at is null
    and exists (select from ${orders} o where o.shop_id = c.shop_id and o.id = c.order_id and o.status in ('received', 'arranged'))`
  const { rows } = await db.execute<OrderCounts>(
    sql`select ${countUpTo(sql`from ${orders} where ${orders.shop_id} = ${shop_id} and ${awaitsReturnedGoodsCondition}`)} as awaits_goods,
      ${countUpTo(short)} as short, ${countUpTo(check)} as checks, ${countUpTo(sql`${check} and c.due_at <= ${clock.now()}`)} as late_checks`,
  )
  return rows[0]!
}

interface Messages extends Record<string, unknown> {
  failed: number
  late: number
}

/** Counts mail and LINE messages that were not sent. Uses the database's clock, as their rows do. */
export async function countUnsentMessages({ db, shop_id, clock }: OperatorContext) {
  const ofState = (state: string) => sql`from ${outbox} o where o.shop_id = ${shop_id} and o.state = ${state}`
  const { rows } = await db.execute<Messages>(sql`select
    ${countUpTo(ofState('failed'))} as failed,
    ${countUpTo(sql`${ofState('waiting')} and o.created_at < now() - interval '1 hour'`)} as late`)
  const overdue = await db
    .select({ id: bulk_job.id, run_at: bulk_job.run_at, counts: bulk_job.counts })
    .from(bulk_job)
    .where(
      and(
        eq(bulk_job.shop_id, shop_id),
        eq(bulk_job.state, 'checked'),
        lte(bulk_job.run_at, new Date(clock.now().getTime() - BULK_JOB_MAX_DELAY_MS)),
      ),
    )
    .orderBy(asc(bulk_job.run_at))
    .limit(5)
  return {
    ...rows[0]!,
    overdue: overdue.map(({ id, run_at, counts }) => ({
      id,
      run_at: run_at!.toISOString(),
      recipients: counts.possible ?? 0,
    })),
  }
}

interface Inquiries extends Record<string, unknown> {
  waiting: number
  waiting_since: Date | string | null
  urgent: number
  suppliers: number
  privacy: number
  privacy_due: string | null
}

/** Counts customers who wait for an answer, and applicants for a wholesale account. */
export async function countWaitingInquiries({ db, shop_id }: OperatorContext) {
  const contact = sql`from ${inquiry} i where i.shop_id = ${shop_id} and i.kind = 'contact'`
  const waiting = sql`${contact} and i.queue_at < 'infinity'`
  const asked = sql`from ${privacy_request} p where p.shop_id = ${shop_id} and p.state in ('received', 'working')`
  const { rows } = await db.execute<Inquiries>(sql`select
    ${countUpTo(asked)} as privacy, (select min(p.due_on)::text ${asked}) as privacy_due,
    ${countUpTo(waiting)} as waiting, (select i.queue_at ${waiting} order by i.queue_at limit 1) as waiting_since,
    ${countUpTo(sql`${contact} and i.inquiry_status_id = ${INQUIRY_STATUS.urgent}`)} as urgent,
    ${countUpTo(sql`from ${inquiry} i where i.shop_id = ${shop_id} and i.kind = 'supplier' and i.decision is null`)} as suppliers`)
  const { waiting_since: since, ...counts } = rows[0]!
  return { ...counts, waiting_since: since === null ? null : new Date(since).toISOString() }
}

interface Scarce extends Record<string, unknown> {
  id: number
  product_name: string
  set_item_name1: string | null
  set_item_name2: string | null
  stock: number
  out: number
  low: number
}

const stock = sellableStockSql('k')

/** SKUs on sale that are out of stock or low; the threshold is that of the stock list. */
export async function countLowStock({ db, shop_id }: OperatorContext) {
  const { rows } = await db.execute<Scarce>(sql`
    select k.id, p.product_name, k.set_item_name1, k.set_item_name2, ${stock} as stock,
      (count(*) filter (where ${stock} <= 0) over ())::int as out, (count(*) filter (where ${stock} > 0) over ())::int as low
    from ${product_sku} k join ${product} p on p.shop_id = k.shop_id and p.id = k.product_id
    where k.shop_id = ${shop_id} and k.visible and p.visible and ${stock} <= greatest(k.low_stock, 0)
    order by stock, k.product_code limit 5`)
  const [first] = rows
  return { out: first?.out ?? 0, low: first?.low ?? 0, items: rows.map((row) => ({ ...row, name: itemName(row) })) }
}
