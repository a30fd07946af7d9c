import { customer_rank_decision } from '@kushi/db/schema/customer'
import { customer_rank, shop } from '@kushi/db/schema/shop'
import { and, desc, eq } from 'drizzle-orm'
import { type AdminHandler, canSeePersonalData, maskName } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { isRankActive } from '../../../foundation/setting/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import { findRankChanges, loadRanks, type RankChange } from '../decide-ranks.ts'
import { firstOfMonth, rankPeriod } from '../rules/decide-rank.ts'

/** The most names shown; beyond that the numbers are enough. */
const NAMED = 200

const termsOf = async ({ db, shop_id }: Parameters<AdminHandler<'GET /admin/v1/ranks'>>[0]) => {
  const [terms] = await db.select().from(shop).where(eq(shop.id, shop_id))
  return terms!
}

export const showRanks: AdminHandler<'GET /admin/v1/ranks'> = async (ctx) => {
  const terms = await termsOf(ctx)
  const decisions = await ctx.db
    .select()
    .from(customer_rank_decision)
    .where(eq(customer_rank_decision.shop_id, ctx.shop_id))
    .orderBy(desc(customer_rank_decision.month))
    .limit(24)
  return {
    ranks: await loadRanks(ctx.db, ctx.shop_id),
    customer_rank_months: terms.customer_rank_months,
    is_active: isRankActive(terms, ctx.clock.today()),
    decisions: decisions.map((one) => ({ ...one, created_at: one.created_at.toISOString() })),
  }
}

/**
 * Returns what the decision on the next 1st would change if nothing more was bought until then. Uses the rule of the
 * job.
 */
export const previewRankDecision: AdminHandler<'GET /admin/v1/ranks/preview'> = async (ctx) => {
  const { customer_rank_months } = await termsOf(ctx)
  const month = firstOfMonth(ctx.clock.today(), 1)
  const period = rankPeriod(month, customer_rank_months)
  const ranks = await loadRanks(ctx.db, ctx.shop_id)
  const isOpen = canSeePersonalData(ctx)
  const count = { risen: 0, fallen: 0 }
  const changes: RankChange[] = []
  if (ranks.length > 0)
    for await (const page of findRankChanges(ctx.db, ctx.shop_id, ranks, period))
      for (const change of page) {
        count[change.is_rise ? 'risen' : 'fallen']++
        if (changes.length < NAMED) changes.push({ ...change, name: isOpen ? change.name : maskName(change.name) })
      }
  return { month, ...period, ...count, changes }
}

/** Changes the terms of the next rank decision. Members keep their ranks until then. */
export const changeRankTerms: AdminHandler<'PUT /admin/v1/ranks'> = (ctx, { customer_rank_months, ranks }) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    const [terms] = await tx.select().from(shop).where(eq(shop.id, shop_id)).for('no key update')
    const known = await loadRanks(tx, shop_id)
    if (ranks.length !== known.length || known.some(({ id }) => !ranks.some((one) => one.id === id))) throw notFound()
    refuseThresholds(ranks.map(({ threshold_amount }) => threshold_amount))
    await tx.update(shop).set({ customer_rank_months }).where(eq(shop.id, shop_id))
    for (const { id, threshold_amount } of ranks)
      await tx
        .update(customer_rank)
        .set({ threshold_amount })
        .where(and(eq(customer_rank.shop_id, shop_id), eq(customer_rank.id, id)))
    const named = (all: { id: number; threshold_amount: number }[]) =>
      Object.fromEntries(all.map(({ id, threshold_amount }) => [`threshold_amount_${id}`, threshold_amount]))
    await recordAudit(tx, ctx, {
      subject: 'customer_rank',
      subject_id: shop_id,
      subject_name: '会員ランクの基準',
      before: { customer_rank_months: terms!.customer_rank_months, ...named(known) },
      after: { customer_rank_months, ...named(ranks) },
    })
    return {}
  })

function refuseThresholds(all: number[]): void {
  const refuse = (at: number, message: string) => {
    throw invalidFields([{ path: `ranks.${at}.threshold_amount`, message_id: 'cmn-err-002', message }])
  }
  const twice = all.findIndex((one, at) => all.indexOf(one) !== at)
  if (twice >= 0) refuse(twice, '金額は、ランクごとに変えてください。')
  if (all.length > 0 && !all.includes(0)) refuse(0, 'いちばん下のランクは0円にしてください。')
}
