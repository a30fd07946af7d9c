import type { PageExperiment } from '@kushi/contract/admin/landing-variant'
import { experiment } from '@kushi/db/schema/experiment'
import { landing_page } from '@kushi/db/schema/landing-page'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sum } from '@kushi/values/sum'
import { desc } from 'drizzle-orm'
import { canSeeCosts } from '../../../catalogue/product/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import {
  estimateVisitorDifference,
  hasArmRatioMismatch,
  minDetectableVisitorDifference,
  pageExperimentsCondition,
} from '../../../sales/experiment/index.ts'
import { notFound } from '../../../shop-error.ts'
import { countRecentPageVisits } from '../count-page-visits.ts'
import { armOutcomesOf, loadVisitorArms, type VisitorBuyer } from '../internal/visitor-outcomes.ts'

/** The share of visitors that orders, as far as nothing is known of this page. */
const USUAL_SHARE = 0.02
/** Visits from which on the page's own share is taken. */
const ENOUGH_VISITS = 200

/** 申し込みページのパターンの比較: the outcomes of each variant's visitors, beside those of the page itself. @throws ShopError 404 */
export const showPageExperiment: AdminHandler<'GET /admin/v1/landing-pages/{id}/experiment'> = async (ctx, { id }) => {
  const { db, shop_id } = ctx
  const [page] = await db
    .select({ title: landing_page.title, slug: landing_page.slug })
    .from(landing_page)
    .where(sameRowCondition(landing_page, { shop_id, id }))
  if (!page) throw notFound()
  const [last] = await db
    .select()
    .from(experiment)
    .where(pageExperimentsCondition(shop_id, id))
    .orderBy(desc(experiment.id))
    .limit(1)
  const { visitors, orders: placed } = await countRecentPageVisits(ctx, page.slug)
  const share = visitors < ENOUGH_VISITS ? USUAL_SHARE : Math.min(0.5, placed / visitors)
  return {
    title: page.title,
    latest: last ? await compared(ctx, last) : null,
    outlook: {
      ...{ visitors, orders: placed },
      smallest: [2, 3].map((arms) => ({ arms, difference: minDetectableVisitorDifference(visitors, arms, share) })),
    },
  }
}

type Row = typeof experiment.$inferSelect
type Latest = NonNullable<PageExperiment['latest']>

async function compared(ctx: OperatorContext, row: Row): Promise<Latest> {
  const arms = row.arms!
  const found = await loadVisitorArms(ctx, row, arms.length)
  const shown = arms.map((arm, n) => ({ ...arm, ...found[n]! }))
  const is_lopsided = hasArmRatioMismatch(
    shown.map(({ visitors: count, visitor_percent: percent }) => ({ count, percent })),
  )
  const is_forgotten = sum(shown.map(({ visitors }) => visitors)) < row.visitors
  const base = shown[0]!
  const differs = (arm: (typeof shown)[number], of: (one: VisitorBuyer) => number) => {
    if (is_lopsided || is_forgotten) return null
    const expected = Math.max(100, (row.expected * (base.visitor_percent + arm.visitor_percent)) / 100)
    return estimateVisitorDifference(armOutcomesOf(base, of), armOutcomesOf(arm, of), {
      expected,
      comparisons: arms.length - 1,
    })
  }
  return {
    ...{ id: row.id, window_days: row.window_days, expected: row.expected, is_lopsided, is_forgotten },
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    uncosted: canSeeCosts(ctx) ? sum(shown.flatMap(({ buyers }) => buyers.map(({ uncosted }) => uncosted))) : 0,
    arms: shown.map((arm, n) => ({
      ...arm,
      confirmed: arm.buyers.filter((one) => one.is_confirmed).length,
      second: arm.buyers.filter((one) => one.has_second).length,
      compared:
        n === 0
          ? null
          : {
              confirmed: differs(arm, ({ is_confirmed }) => Number(is_confirmed)),
              second: differs(arm, ({ has_second }) => Number(has_second)),
              yen: differs(arm, ({ yen }) => yen),
              profit: canSeeCosts(ctx) ? differs(arm, ({ profit }) => profit) : null,
            },
    })),
  }
}
