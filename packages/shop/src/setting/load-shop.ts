import type { Queryable } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { Kept } from '../context.ts'
import { notFound } from '../shop-error.ts'

/** 店舗, every column. @throws ShopError 404 when there is no such shop. */
export async function loadShop(ctx: { db: Queryable; shop_id: number }) {
  const [row] = await ctx.db.select().from(shop).where(eq(shop.id, ctx.shop_id))
  if (!row) throw notFound()
  return row
}

/** The same from the process's cache, which the database invalidates on changes. Read-only. */
export const keptShop = (ctx: { db: Queryable; shop_id: number; kept?: Kept | undefined }) =>
  ctx.kept ? ctx.kept.get(`shop ${ctx.shop_id}`, () => loadShop(ctx)) : loadShop(ctx)
