import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { price_history } from '@kushi/db/schema/product'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context, QueryContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { isPriceProven, type PriceSince } from '../rules/price-proof.ts'

/**
 * Adds the changed prices of these products to the price history, in the transaction that changed them. Repeating it
 * adds nothing.
 */
export const recordPrices = (tx: Tx, { shop_id, clock }: Pick<Context, 'shop_id' | 'clock'>, product_ids: number[]) =>
  tx.execute(sql`
    with now_charged as (
      select s.id, case when s.visible and p.visible then s.price end as price,
        (select row(h.price)::text from price_history h where h.shop_id = s.shop_id and h.product_sku_id = s.id
          order by h.started_at desc, h.id desc limit 1) as before
      from product_sku s join product p on p.shop_id = s.shop_id and p.id = s.product_id
      where s.shop_id = ${shop_id} and s.product_id = any(${sql.param(product_ids)}::bigint[])
    )
    insert into price_history (shop_id, product_sku_id, price, started_at)
    select ${shop_id}, id, price, ${clock.now().toISOString()}::timestamptz from now_charged
    where before is distinct from row(price)::text and (before is not null or price is not null)`)

/** Returns the SKUs whose price may be compared with a lower one today. */
export async function findProvenPrices(
  ctx: Pick<QueryContext, 'db' | 'shop_id' | 'clock' | 'cache'>,
  skus: readonly { id: number; price: number }[],
): Promise<Set<number>> {
  const { opened_at } = await loadCachedShop(ctx)
  const on = { today: ctx.clock.today(), opened: opened_at && timestampToJapanDate(opened_at.toISOString()) }
  const ids = skus.map(({ id }) => id)
  const histories = await historiesOf(ctx.db, ctx.shop_id, ids)
  return new Set(skus.filter(({ id, price }) => isPriceProven(histories.get(id) ?? [], price, on)).map(({ id }) => id))
}

async function historiesOf(db: Queryable, shop_id: number, ids: number[]): Promise<Map<number, PriceSince[]>> {
  const rows = await db
    .select()
    .from(price_history)
    .where(and(eq(price_history.shop_id, shop_id), isAnyOfCondition(price_history.product_sku_id, ids)))
    .orderBy(asc(price_history.started_at), asc(price_history.id))
  const histories = new Map<number, PriceSince[]>()
  for (const { product_sku_id, price, started_at } of rows) {
    const since = { price, since: timestampToJapanDate(started_at.toISOString()) }
    histories.set(product_sku_id, [...(histories.get(product_sku_id) ?? []), since])
  }
  return histories
}
