import { category, product } from '@kushi/db/schema/product'
import { product_worry, worry } from '@kushi/db/schema/worry'
import { and, asc, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/** Categories with a visible product, further filtered by `also`. */
export function findVisibleCategories(ctx: Context, also?: SQL) {
  const shown = ctx.db
    .select({ one: sql`1` })
    .from(product)
    .where(and(eq(product.shop_id, category.shop_id), eq(product.category_id, category.id), eq(product.visible, true)))
  return ctx.db
    .select({ id: category.id, category_name: category.category_name, slug: category.slug })
    .from(category)
    .where(and(eq(category.shop_id, ctx.shop_id), exists(shown), also))
    .orderBy(asc(category.sort_no), asc(category.id))
}

/** Worries with a visible product, further filtered by `also`. */
export function findVisibleWorries(ctx: Context, also?: SQL) {
  const shown = ctx.db
    .select({ one: sql`1` })
    .from(product_worry)
    .innerJoin(product, and(eq(product.shop_id, product_worry.shop_id), eq(product.id, product_worry.product_id)))
    .where(
      and(eq(product_worry.shop_id, worry.shop_id), eq(product_worry.worry_id, worry.id), eq(product.visible, true)),
    )
  return ctx.db
    .select({ worry_name: worry.worry_name, slug: worry.slug, title: worry.title, lead: worry.lead })
    .from(worry)
    .where(and(eq(worry.shop_id, ctx.shop_id), exists(shown), also))
    .orderBy(asc(worry.sort_no), asc(worry.id))
}
