import { customer_rank } from '@kushi/db/schema/shop'
import { and, eq } from 'drizzle-orm'
import { type AdminHandler, maySee, type OperatorContext, visibleAddress } from '../../../foundation/admin/index.ts'
import { customerRow } from '../../../people/customer/index.ts'
import { notFound } from '../../../shop-error.ts'
import { loadMoves } from '../internal/load-moves.ts'
import { loadSide, type Side } from '../internal/load-side.ts'
import { findConsent } from '../internal/merge-requests.ts'
import { mergeOutcome, mergeProblem } from '../rules/merge.ts'
import { consentProblem, mergeAskProblem } from '../rules/merge-request.ts'

/** 統合の前に: what would be moved, and from which member each setting would come. */
export const previewMerge: AdminHandler<'GET /admin/v1/customers/{id}/merge'> = (ctx, { id, other_id }) =>
  mergePreview(ctx, id, other_id)

export async function mergePreview(ctx: OperatorContext, id: number, other_id: number) {
  if (id === other_id) throw notFound()
  const kept = await loadSide(ctx.db, ctx.shop_id, id)
  const other = await loadSide(ctx.db, ctx.shop_id, other_id)
  const consent = await findConsent(ctx.db, ctx, { customer_id: other_id, kept_id: id })
  const state = consent?.state ?? null
  return {
    kept: await shown(ctx, kept),
    other: await shown(ctx, other),
    moves: await loadMoves(ctx, other_id),
    ...mergeOutcome(kept.standing, other.standing),
    problem: mergeProblem(kept.standing, other.standing),
    consent: consent && {
      state: consent.state,
      agreed_at: consent.row.agreed_at?.toISOString() ?? null,
      kept_agreed_at: consent.row.kept_agreed_at?.toISOString() ?? null,
      expires_at: consent.row.expires_at.toISOString(),
    },
    consent_problem: consentProblem(state),
    ask_problem: mergeAskProblem(kept.standing, other.standing, state),
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
