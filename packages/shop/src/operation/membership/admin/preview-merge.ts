import { customer_rank } from '@kushi/db/schema/shop'
import { and, eq } from 'drizzle-orm'
import {
  type AdminHandler,
  addressForOperator,
  canSeePersonalData,
  type OperatorContext,
} from '../../../foundation/admin/index.ts'
import { customerRow } from '../../../people/customer/index.ts'
import { notFound } from '../../../shop-error.ts'
import { countRowsToMerge } from '../internal/count-rows-to-merge.ts'
import { loadMergeMember, type MergeMember } from '../internal/load-merge-member.ts'
import { findMergeConsent } from '../internal/merge-requests.ts'
import { mergeOutcome, mergeProblem } from '../rules/merge.ts'
import { mergeConsentProblem, mergeConsentRequestProblem } from '../rules/merge-request.ts'

/** Shows, before 統合, what would be moved, and from which member each setting would come. */
export const previewMerge: AdminHandler<'GET /admin/v1/customers/{id}/merge'> = (ctx, { id, other_id }) =>
  buildMergePreview(ctx, id, other_id)

export async function buildMergePreview(ctx: OperatorContext, id: number, other_id: number) {
  if (id === other_id) throw notFound()
  const kept = await loadMergeMember(ctx.db, ctx.shop_id, id)
  const other = await loadMergeMember(ctx.db, ctx.shop_id, other_id)
  const consent = await findMergeConsent(ctx.db, ctx, { customer_id: other_id, kept_id: id })
  const state = consent?.state ?? null
  return {
    kept: await shown(ctx, kept),
    other: await shown(ctx, other),
    moves: await countRowsToMerge(ctx, other_id),
    ...mergeOutcome(kept.standing, other.standing),
    problem: mergeProblem(kept.standing, other.standing),
    consent: consent && {
      state: consent.state,
      agreed_at: consent.row.agreed_at?.toISOString() ?? null,
      kept_agreed_at: consent.row.kept_agreed_at?.toISOString() ?? null,
      expires_at: consent.row.expires_at.toISOString(),
    },
    consent_problem: mergeConsentProblem(state),
    ask_problem: mergeConsentRequestProblem(kept.standing, other.standing, state),
  }
}

async function shown(ctx: OperatorContext, { row, standing }: MergeMember) {
  const isOpen = canSeePersonalData(ctx)
  const [rank] = await ctx.db
    .select({ rank_name: customer_rank.rank_name })
    .from(customer_rank)
    .where(and(eq(customer_rank.shop_id, row.shop_id), eq(customer_rank.id, row.customer_rank_id ?? 0)))
  const { has_cards, mail_magazine_flag, line_magazine_flag } = standing
  return {
    ...customerRow(row, isOpen),
    rank_name: rank?.rank_name ?? null,
    address: addressForOperator(row, isOpen),
    blocked_at: row.blocked_at?.toISOString() ?? null,
    has_password: row.password_hash !== null,
    has_cards,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    mail_magazine_flag,
    line_magazine_flag,
  }
}
