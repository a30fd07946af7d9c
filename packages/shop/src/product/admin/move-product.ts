import type { Tx } from '@kushi/db/connect'
import { product } from '@kushi/db/schema/product'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { AdminVerb } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'
import { loadProduct, lockCatalogue } from '../internal/load-product.ts'

/** Changes places with the product before or after it; the first stays the first. */
export const moveProduct: AdminVerb<'POST /admin/v1/products/{id}/move'> = (ctx, { id, direction }) =>
  ctx.db.transaction(async (tx) => {
    await lockCatalogue(tx, ctx.shop_id)
    let own = (await loadProduct(tx, ctx.shop_id, id)).product
    let other = await neighbour(tx, own, direction)
    if (other?.sort_no === own.sort_no) {
      await number(tx, ctx.shop_id)
      own = (await loadProduct(tx, ctx.shop_id, id)).product
      other = await neighbour(tx, own, direction)
    }
    const set = (which: number, sort_no: number) =>
      tx
        .update(product)
        .set({ sort_no })
        .where(and(eq(product.shop_id, ctx.shop_id), eq(product.id, which)))
    if (other) {
      await set(own.id, other.sort_no)
      await set(other.id, own.sort_no)
    }
    await record(tx, ctx, {
      subject: 'product',
      subject_id: id,
      subject_name: own.product_name,
      before: { sort_no: own.sort_no },
      after: { sort_no: other?.sort_no ?? own.sort_no },
    })
    return {}
  })

type Row = typeof product.$inferSelect

async function neighbour(tx: Tx, { shop_id, sort_no, id }: Row, direction: 'up' | 'down'): Promise<Row | undefined> {
  const isUp = direction === 'up'
  const place = sql`(${product.sort_no}, ${product.id})`
  const [found] = await tx
    .select()
    .from(product)
    .where(
      and(
        eq(product.shop_id, shop_id),
        isUp ? sql`${place} < (${sort_no}, ${id})` : sql`${place} > (${sort_no}, ${id})`,
      ),
    )
    .orderBy(...[product.sort_no, product.id].map((one) => (isUp ? desc(one) : asc(one))))
    .limit(1)
  return found
}

/** 1, 2, 3 … in the order that there is, where two stood at the same place. */
const number = (tx: Tx, shopId: number) =>
  tx.execute(sql`
    update product set sort_no = numbered.n
    from (select id, row_number() over (order by sort_no, id)::int as n from product where shop_id = ${shopId}) numbered
    where product.shop_id = ${shopId} and product.id = numbered.id and product.sort_no <> numbered.n`)
