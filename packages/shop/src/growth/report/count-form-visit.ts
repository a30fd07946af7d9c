import { landing_page } from '@kushi/db/schema/landing-page'
import { form_part_day } from '@kushi/db/schema/report'
import { and, eq, sql } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { tryLimit } from '../../foundation/limit/index.ts'

/**
 * フォームの集計: counts one visit of the form of a 申し込みページ, part by part. Visits from a network that sends too many, and of
 * pages that are not public, are not counted.
 */
export const countFormVisit: Handler<'POST /v1/landing-page/{slug}/form-visit'> = async (
  ctx,
  { slug, is_confirmed, left_at, seconds, form_parts },
) => {
  const { db, shop_id, clock } = ctx
  if (!(await tryLimit(ctx, 'form_visit', { address: ctx.ip, user_agent: ctx.user_agent }))) return {}
  const isPublic = and(eq(landing_page.shop_id, shop_id), eq(landing_page.slug, slug), eq(landing_page.visible, true))
  if ((await db.$count(landing_page, isPublic)) === 0) return {}
  const whole = {
    form_part: '',
    is_entered: form_parts.some(({ is_entered }) => is_entered),
    is_refused: form_parts.some(({ is_refused }) => is_refused),
    has_left: !is_confirmed,
    seconds,
  }
  const parts = form_parts.map((part) => ({ ...part, has_left: !is_confirmed && part.form_part === left_at }))
  const rows = [whole, ...parts].map(({ form_part, is_entered, is_refused, has_left, seconds }) => ({
    ...{ shop_id, day: clock.today(), landing_slug: slug, form_part, reached: 1, seconds },
    ...{ entered: Number(is_entered), refused: Number(is_refused), left_here: Number(has_left) },
  }))
  const { landing_slug, day, form_part, reached, entered, refused, left_here, seconds: sum } = form_part_day
  await db
    .insert(form_part_day)
    // Visits at the same moment take the rows in one order.
    .values(rows.toSorted((a, b) => (a.form_part < b.form_part ? -1 : 1)))
    .onConflictDoUpdate({
      target: [form_part_day.shop_id, landing_slug, day, form_part],
      set: {
        reached: sql`${reached} + excluded.reached`,
        entered: sql`${entered} + excluded.entered`,
        refused: sql`${refused} + excluded.refused`,
        left_here: sql`${left_here} + excluded.left_here`,
        seconds: sql`${sum} + excluded.seconds`,
      },
    })
  return {}
}
