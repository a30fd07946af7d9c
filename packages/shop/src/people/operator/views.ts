import { saved_view } from '@kushi/db/schema/operator'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'

const MOST = 50

export const listSavedViews: AdminHandler<'GET /admin/v1/views/{list}'> = async (ctx, { list }) => {
  const rows = await ctx.db
    .select()
    .from(saved_view)
    .where(
      and(
        eq(saved_view.shop_id, ctx.shop_id),
        eq(saved_view.list, list),
        or(saved_view.is_shared, eq(saved_view.operator_id, ctx.operator.id)),
      ),
    )
    .orderBy(asc(saved_view.id))
    .limit(200)
  return { items: rows.map((row) => shown(row, ctx.operator.id)) }
}

const shown = ({ id, view_name, query, is_shared, operator_id }: typeof saved_view.$inferSelect, me: number) => ({
  id,
  view_name,
  query,
  is_shared,
  is_own: operator_id === me,
})

export const saveView: AdminHandler<'POST /admin/v1/views/{list}'> = async (ctx, { list, ...input }) => {
  const own = and(eq(saved_view.shop_id, ctx.shop_id), eq(saved_view.operator_id, ctx.operator.id))
  return ctx.db.transaction(async (tx) => {
    const [count] = await tx.select({ n: sql<number>`count(*)::int` }).from(saved_view).where(own)
    if (count!.n >= MOST)
      throw new ShopError(
        422,
        'ERROR_TOO_MANY_VIEWS',
        `保存できる表示は${MOST}件までです。使わないものを削除してください。`,
      )
    const [row] = await tx
      .insert(saved_view)
      .values({ ...input, list, shop_id: ctx.shop_id, operator_id: ctx.operator.id, created_at: ctx.clock.now() })
      .returning()
    await recordAudit(tx, ctx, {
      subject: 'saved_view',
      subject_id: row!.id,
      subject_name: input.view_name,
      after: { ...input, list },
    })
    return shown(row!, ctx.operator.id)
  })
}

export const deleteSavedView: AdminHandler<'DELETE /admin/v1/views/{list}/{id}'> = async (ctx, { list, id }) => {
  await ctx.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(saved_view)
      .where(
        and(
          eq(saved_view.shop_id, ctx.shop_id),
          eq(saved_view.list, list),
          eq(saved_view.id, id),
          eq(saved_view.operator_id, ctx.operator.id),
        ),
      )
      .returning()
    if (!gone) throw notFound()
    const { view_name, query } = gone
    await recordAudit(tx, ctx, {
      subject: 'saved_view',
      subject_id: id,
      subject_name: view_name,
      before: { list, query },
    })
  })
  return {}
}
