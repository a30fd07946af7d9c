import type { Tx } from '@kushi/db/connect'
import { product } from '@kushi/db/schema/product'
import { and, asc, between, desc, eq, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadProduct, lockCatalogue } from '../internal/load-product.ts'

/** Swaps a product with the one before or after it (the first stays first), or moves it to the place of another. */
export const moveProduct: AdminHandler<'POST /admin/v1/products/{id}/move'> = (ctx, { id, ...way }) =>
  ctx.db.transaction(async (tx) => {
    await lockCatalogue(tx, ctx.shop_id)
    const { product: own } = await loadProduct(tx, ctx.shop_id, id)
    const after = 'onto' in way ? await takePlace(tx, own, way.onto) : await step(tx, own, way.direction)
    await recordAudit(tx, ctx, {
      subject: 'product',
      subject_id: id,
      subject_name: own.product_name,
      before: { sort_no: own.sort_no },
      after: { sort_no: after },
    })
    return {}
  })

type Row = typeof product.$inferSelect

const place = (tx: Tx, { shop_id, id }: Row, sort_no: number) =>
  tx
    .update(product)
    .set({ sort_no })
    .where(and(eq(product.shop_id, shop_id), eq(product.id, id)))

async function step(tx: Tx, row: Row, direction: 'up' | 'down'): Promise<number> {
  let own = row
  let other = await neighbour(tx, own, direction)
  if (other?.sort_no === own.sort_no) {
    await number(tx, own.shop_id)
    own = (await loadProduct(tx, own.shop_id, own.id)).product
    other = await neighbour(tx, own, direction)
  }
  if (!other) return own.sort_no
  await place(tx, own, other.sort_no)
  await place(tx, other, own.sort_no)
  return other.sort_no
}

/**
 * The products in between move by one, towards the place that became free. @throws ShopError 404 for an unknown product
 */
async function takePlace(tx: Tx, { shop_id, id }: Row, onto: number): Promise<number> {
  await number(tx, shop_id)
  const { product: own } = await loadProduct(tx, shop_id, id)
  const { product: other } = await loadProduct(tx, shop_id, onto)
  const [from, to] = [own.sort_no, other.sort_no]
  await tx
    .update(product)
    .set({ sort_no: sql`${product.sort_no} + ${from > to ? 1 : -1}` })
    .where(and(eq(product.shop_id, shop_id), between(product.sort_no, Math.min(from, to), Math.max(from, to))))
  await place(tx, own, to)
  return to
}

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

/** Renumbers 1, 2, 3 … in the current order, if two products had the same position. */
const number = (tx: Tx, shopId: number) =>
  tx.execute(sql`
    update product set sort_no = numbered.n
    from (select id, row_number() over (order by sort_no, id)::int as n from product where shop_id = ${shopId}) numbered
    where product.shop_id = ${shopId} and product.id = numbered.id and product.sort_no <> numbered.n`)
