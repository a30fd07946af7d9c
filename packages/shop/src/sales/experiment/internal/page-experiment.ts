import type { Queryable } from '@kushi/db/connect'
import { experiment } from '@kushi/db/schema/experiment'
import { landing_page } from '@kushi/db/schema/landing-page'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, isNull } from 'drizzle-orm'

/** The SQL condition for all comparisons of the パターン of a 申し込みページ, running or ended. */
export const pageExperimentsCondition = (shop_id: number, landing_page_id: number) =>
  and(eq(experiment.shop_id, shop_id), eq(experiment.landing_page_id, landing_page_id))

const columns = { id: experiment.id, salt: experiment.salt, arms: experiment.arms }

/** The running comparison of a page, of which there is at most one. */
export async function findRunningPageExperiment(db: Queryable, shop_id: number, landing_page_id: number) {
  const [row] = await db
    .select(columns)
    .from(experiment)
    .where(and(pageExperimentsCondition(shop_id, landing_page_id), isNull(experiment.ended_at)))
  return row ? { ...row, arms: row.arms! } : null
}

/** The comparisons of the page with this slug, the latest first. */
export const loadExperimentsOfSlug = (db: Queryable, shop_id: number, slug: string) =>
  db
    .select({ ...columns, ended_at: experiment.ended_at })
    .from(experiment)
    .innerJoin(landing_page, refersToCondition(experiment.landing_page_id, landing_page))
    .where(and(eq(experiment.shop_id, shop_id), eq(landing_page.slug, slug)))
    .orderBy(desc(experiment.id))
