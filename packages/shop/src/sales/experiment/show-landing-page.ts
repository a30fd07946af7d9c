import { landing_variant } from '@kushi/db/schema/landing-page'
import { and, eq } from 'drizzle-orm'
import { fillLandingPage } from '../../catalogue/promise/index.ts'
import type { Context, Handler } from '../../context.ts'
import { getLandingPage, shownLandingPageBlocks } from '../../foundation/setting/index.ts'
import { notFound } from '../../shop-error.ts'
import { assignArm } from './internal/assignment.ts'
import { findRunningPageExperiment } from './internal/page-experiment.ts'

/**
 * Shows 申し込みページ with its blocks filled: the page's own, or those of the パターン to which this browser is assigned. What
 * is no browser gets the page's own. A preview shows the one that is asked for.
 * @throws ShopError 404
 */
export const showLandingPage: Handler<'GET /v1/landing-page/{slug}'> = async (ctx, input) => {
  const page = await getLandingPage(ctx, input)
  const { variant, variant_id } = page.is_preview
    ? { variant: null, variant_id: input.variant ?? null }
    : await assigned(ctx, page)
  const blocks = variant_id === null ? page.blocks : await loadBlocks(ctx, page.id, variant_id)
  return fillLandingPage(ctx, { ...page, blocks, variant })
}

interface Page {
  id: number
  leads_to: string | null
}

async function assigned({ db, shop_id, as_of, makeVisitorSign }: Context, { id, leads_to }: Page) {
  const none = { variant: null, variant_id: null }
  if (leads_to !== null || as_of || !makeVisitorSign) return none
  const running = await findRunningPageExperiment(db, shop_id, id)
  if (!running) return none
  const arm = assignArm(running.salt, makeVisitorSign(), running.arms)
  return { variant: { experiment_id: running.id, arm }, variant_id: running.arms[arm]!.variant_id }
}

async function loadBlocks({ db, shop_id }: Context, landing_page_id: number, id: number) {
  const own = and(eq(landing_variant.shop_id, shop_id), eq(landing_variant.landing_page_id, landing_page_id))
  const [row] = await db
    .select({ blocks: landing_variant.blocks })
    .from(landing_variant)
    .where(and(own, eq(landing_variant.id, id)))
  if (!row) throw notFound()
  return shownLandingPageBlocks(row.blocks)
}
