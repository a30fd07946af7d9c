import type { Tx } from '@kushi/db/connect'
import { category, product } from '@kushi/db/schema/product'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { and, asc, eq, max, ne, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'
import { lockCatalogue } from '../internal/load-product.ts'

/** Lists all categories of the shop. */
export const listAllCategories: AdminHandler<'GET /admin/v1/categories'> = async (ctx) => ({
  items: await ctx.db
    .select({
      id: category.id,
      category_name: category.category_name,
      slug: category.slug,
      products: sql<number>`count(${product.id})::int`,
    })
    .from(category)
    .leftJoin(product, and(eq(product.shop_id, category.shop_id), eq(product.category_id, category.id)))
    .where(eq(category.shop_id, ctx.shop_id))
    .groupBy(category.shop_id, category.id)
    .orderBy(asc(category.sort_no), asc(category.id)),
})

/** Adds a category at the end. @throws ShopError 422 when its slug is taken */
export const createCategory: AdminHandler<'POST /admin/v1/categories'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    await lockCatalogue(tx, shop_id)
    await refuseTaken(tx, shop_id, input.slug, null)
    const [last] = await tx
      .select({ n: max(category.sort_no) })
      .from(category)
      .where(eq(category.shop_id, shop_id))
    const [row] = await tx
      .insert(category)
      .values({ ...input, shop_id, sort_no: (last?.n ?? 0) + 1 })
      .returning({ id: category.id })
    await recordAudit(tx, ctx, {
      subject: 'category',
      subject_id: row!.id,
      subject_name: input.category_name,
      after: input,
    })
    return { id: row!.id }
  })

const own = (shopId: number, id: number) => and(eq(category.shop_id, shopId), eq(category.id, id))

/** Changes the displayed name and the slug for addresses. @throws ShopError 422 when another category has the slug */
export const renameCategory: AdminHandler<'PUT /admin/v1/categories/{id}'> = (ctx, { id, ...input }) =>
  ctx.db.transaction(async (tx) => {
    await lockCatalogue(tx, ctx.shop_id)
    const [before] = await tx.select().from(category).where(own(ctx.shop_id, id))
    if (!before) throw notFound()
    await refuseTaken(tx, ctx.shop_id, input.slug, id)
    await tx.update(category).set(input).where(own(ctx.shop_id, id))
    const { category_name, slug } = before
    await recordAudit(tx, ctx, {
      subject: 'category',
      subject_id: id,
      subject_name: input.category_name,
      before: { category_name, slug },
      after: input,
    })
    return {}
  })

/** Deletes a category that contains no product. */
export const deleteCategory: AdminHandler<'DELETE /admin/v1/categories/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await lockCatalogue(tx, ctx.shop_id)
    const [before] = await tx.select().from(category).where(own(ctx.shop_id, id))
    if (!before) throw notFound()
    const products = await tx.$count(product, and(eq(product.shop_id, ctx.shop_id), eq(product.category_id, id)))
    if (products > 0)
      throw new ShopError(409, 'ERROR_IN_USE', `このカテゴリには商品が${products}件あります。先に移してください。`)
    await tx.delete(category).where(own(ctx.shop_id, id))
    const { category_name, slug } = before
    await recordAudit(tx, ctx, {
      subject: 'category',
      subject_id: id,
      subject_name: category_name,
      before: { category_name, slug },
    })
    return {}
  })

async function refuseTaken(tx: Tx, shopId: number, slug: string, id: number | null): Promise<void> {
  const [taken] = await tx
    .select({ category_name: category.category_name })
    .from(category)
    .where(and(eq(category.shop_id, shopId), eq(category.slug, slug), ne(category.id, id ?? 0)))
  if (taken)
    throw invalidFields([
      {
        path: 'slug',
        message_id: 'cmn-err-003',
        message: `${wrapInQuoteMarks(taken.category_name)}で使われています。`,
      },
    ])
}
