import { category, product } from '@kushi/db/schema/product'
import { and, asc, eq, max, sql } from 'drizzle-orm'
import type { AdminVerb } from '../../admin/context.ts'
import { record } from '../../audit/record.ts'
import { invalidFields } from '../../shop-error.ts'
import { lockCatalogue } from './load-product.ts'

export const listCategories: AdminVerb<'GET /admin/v1/categories'> = async (ctx) => ({
  items: await ctx.db
    .select({
      ...{ id: category.id, category_name: category.category_name, slug: category.slug },
      products: sql<number>`count(${product.id})::int`,
    })
    .from(category)
    .leftJoin(product, and(eq(product.shop_id, category.shop_id), eq(product.category_id, category.id)))
    .where(eq(category.shop_id, ctx.shop_id))
    .groupBy(category.shop_id, category.id)
    .orderBy(asc(category.sort_no), asc(category.id)),
})

/** A new category at the end. @throws ShopError 422 when its slug is taken */
export const createCategory: AdminVerb<'POST /admin/v1/categories'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    await lockCatalogue(tx, shop_id)
    const [taken] = await tx
      .select({ category_name: category.category_name })
      .from(category)
      .where(and(eq(category.shop_id, shop_id), eq(category.slug, input.slug)))
    if (taken)
      throw invalidFields([
        { path: 'slug', message_id: 'cmn-err-003', message: `「${taken.category_name}」で使われています。` },
      ])
    const [last] = await tx
      .select({ n: max(category.sort_no) })
      .from(category)
      .where(eq(category.shop_id, shop_id))
    const [row] = await tx
      .insert(category)
      .values({ ...input, shop_id, sort_no: (last?.n ?? 0) + 1 })
      .returning({ id: category.id })
    await record(tx, ctx, {
      subject: 'category',
      subject_id: row!.id,
      subject_name: input.category_name,
      after: input,
    })
    return { id: row!.id }
  })
