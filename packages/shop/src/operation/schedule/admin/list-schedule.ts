import { scheduled_change } from '@kushi/db/schema/schedule'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { scheduleTarget } from '../internal/schedule-targets.ts'

const SHOWN_OVER = 100

/** Returns planned and running changes in the order of their starts; or finished ones, newest first. */
export const listScheduledChanges: AdminHandler<'GET /admin/v1/schedule'> = async ({ db, shop_id }, { over }) => {
  const isOver = over === 'true'
  const states = isOver ? (['done', 'taken_back', 'failed'] as const) : (['planned', 'running'] as const)
  const rows = await db
    .select()
    .from(scheduled_change)
    .where(and(eq(scheduled_change.shop_id, shop_id), inArray(scheduled_change.state, [...states])))
    .orderBy((isOver ? desc : asc)(scheduled_change.starts_at), (isOver ? desc : asc)(scheduled_change.id))
    .limit(isOver ? SHOWN_OVER : 500)
  return { items: rows.map(scheduledChangeRow) }
}

export const scheduledChangeRow = (row: typeof scheduled_change.$inferSelect) => ({
  ...row,
  facts: scheduleTarget(row.kind).describe(row.before, row.after),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
})
