import type { Queryable } from '@kushi/db/connect'
import { experiment } from '@kushi/db/schema/experiment'
import { landing_page } from '@kushi/db/schema/landing-page'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, isNull } from 'drizzle-orm'

/** The SQL condition for all comparisons of the パターン of a 申し込みページ, running or ended. */
export const pageExperimentsCondition = (shop_id: number, landing_page_id: number) =>
  and(eq(experiment.shop_id, shop_id), eq(experiment.landing_page_id, landing_page_id))

export const runningPageExperimentCondition = (shop_id: number, landing_page_id: number) =>
  and(pageExperimentsCondition(shop_id, landing_page_id), isNull(experiment.ended_at))

const columns = { id: experiment.id, salt: experiment.salt, arms: experiment.arms }

/** The running comparison of a page, of which there is at most one. */
export async function findRunningPageExperiment(db: Queryable, shop_id: number, landing_page_id: number) {
  const [row] = await db
    .select(columns)
    .from(experiment)
    .where(runningPageExperimentCondition(shop_id, landing_page_id))
  return row ? { ...row, arms: row.arms! } : null
}

/** The latest comparison of the page with this slug; undefined: there was none. */
export async function findLatestExperimentOfSlug(db: Queryable, shop_id: number, slug: string) {
  const [row] = await db
    .select({ ...columns, ended_at: experiment.ended_at })
    .from(experiment)
    .innerJoin(landing_page, refersToCondition(experiment.landing_page_id, landing_page))
    .where(and(eq(experiment.shop_id, shop_id), eq(landing_page.slug, slug)))
    .orderBy(desc(experiment.id))
    .limit(1)
  return row
}
