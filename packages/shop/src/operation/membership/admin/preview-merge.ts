import { customer_rank } from '@kushi/db/schema/shop'
import { and, eq } from 'drizzle-orm'
import { type AdminVerb, maySee, type OperatorContext, visibleAddress } from '../../../foundation/admin/index.ts'
import { customerRow } from '../../../people/customer/index.ts'
import { notFound } from '../../../shop-error.ts'
import { loadSide, type Side } from '../internal/load-side.ts'
import { parts } from '../internal/parts.ts'
import { mergeOutcome, mergeProblem } from '../rules/merge.ts'

/** 統合の前に: what would be moved, and from which member each setting would come. */
export const previewMerge: AdminVerb<'GET /admin/v1/customers/{id}/merge'> = async (ctx, { id, other_id }) => {
  if (id === other_id) throw notFound()
  const kept = await loadSide(ctx.db, ctx.shop_id, id)
  const other = await loadSide(ctx.db, ctx.shop_id, other_id)
  const moves: { name: string; count: number }[] = []
  for (const { table, name } of parts) {
    if (name === null) continue
    const count = await ctx.db.$count(table, and(eq(table.shop_id, ctx.shop_id), eq(table.customer_id, other_id)))
    if (count > 0) moves.push({ name, count })
  }
  return {
    kept: await shown(ctx, kept),
    other: await shown(ctx, other),
    moves,
    ...mergeOutcome(kept.standing, other.standing),
    problem: mergeProblem(kept.standing, other.standing),
  }
}

async function shown(ctx: OperatorContext, { row, standing }: Side) {
  const isOpen = maySee(ctx)
  const [rank] = await ctx.db
    .select({ rank_name: customer_rank.rank_name })
    .from(customer_rank)
    .where(and(eq(customer_rank.shop_id, row.shop_id), eq(customer_rank.id, row.customer_rank_id ?? 0)))
  const { has_cards, mail_magazine_flag, line_magazine_flag } = standing
  return {
    ...customerRow(row, isOpen),
    rank_name: rank?.rank_name ?? null,
    address: visibleAddress(row, isOpen),
    blocked_at: row.blocked_at?.toISOString() ?? null,
    has_password: row.password_hash !== null,
    has_cards,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    mail_magazine_flag,
    line_magazine_flag,
  }
}
