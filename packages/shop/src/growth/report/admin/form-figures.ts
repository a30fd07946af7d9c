import { japanDayStartSql } from '@kushi/db/japan-day'
import { landing_page } from '@kushi/db/schema/landing-page'
import { orders } from '@kushi/db/schema/order'
import { form_part_day } from '@kushi/db/schema/report'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import { FORM_PARTS } from '@kushi/values/form-part'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { and, eq, gte, inArray, sum } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'

const DAYS = 28

const { form_part, reached, entered, refused, left_here, seconds } = form_part_day
const sums = {
  reached: sum(reached).mapWith(Number),
  entered: sum(entered).mapWith(Number),
  refused: sum(refused).mapWith(Number),
  left_here: sum(left_here).mapWith(Number),
  seconds: sum(seconds).mapWith(Number),
}
const none = { reached: 0, entered: 0, refused: 0, left_here: 0, seconds: 0 }

/** フォームの集計 of the last 28 days, its parts in the order of the form. @throws ShopError 404 */
export const showFormFigures: AdminHandler<'GET /admin/v1/landing-pages/{id}/form-figures'> = async (ctx, { id }) => {
  const { db, shop_id, clock } = ctx
  const [page] = await db
    .select({ title: landing_page.title, slug: landing_page.slug })
    .from(landing_page)
    .where(sameRowCondition(landing_page, { shop_id, id }))
  if (!page) throw notFound()
  const since = addDays(clock.today(), 1 - DAYS)
  const rows = await db
    .select({ form_part, ...sums })
    .from(form_part_day)
    .where(
      and(eq(form_part_day.shop_id, shop_id), eq(form_part_day.landing_slug, page.slug), gte(form_part_day.day, since)),
    )
    .groupBy(form_part)
  const placed = and(
    eq(orders.shop_id, shop_id),
    eq(orders.landing_slug, page.slug),
    gte(orders.created_at, japanDayStartSql(since)),
    inArray(orders.status, COUNTED_ORDER_STATUSES),
  )
  const of = (part: string) => rows.find((row) => row.form_part === part)
  const whole = of('') ?? none
  return {
    title: page.title,
    days: DAYS,
    shown: whole.reached,
    begun: whole.entered,
    confirmed: whole.reached - whole.left_here,
    orders: await db.$count(orders, placed),
    form_parts: FORM_PARTS.flatMap((form_part) => {
      const row = of(form_part)
      return row ? [{ ...row, form_part, seconds: row.seconds / row.reached }] : []
    }),
  }
}
