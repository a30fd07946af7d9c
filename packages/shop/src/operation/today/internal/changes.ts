import { scheduled_change } from '@kushi/db/schema/schedule'
import { addDays } from '@kushi/values/calendar-date'
import { and, asc, eq, gte } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { scheduledChangeRow } from '../../schedule/index.ts'

const SHOWN = 5
/** Days for which a failed change is shown here. */
const FAILED_DAYS = 14

/** 予定: the next changes, and the changes that failed. */
export async function loadScheduledChanges({ db, shop_id, clock }: OperatorContext) {
  const ofState = (state: 'planned' | 'failed') =>
    and(eq(scheduled_change.shop_id, shop_id), eq(scheduled_change.state, state))
  const since = new Date(`${addDays(clock.today(), -FAILED_DAYS)}T00:00:00+09:00`)
  const [coming, failed] = await Promise.all([
    db
      .select()
      .from(scheduled_change)
      .where(ofState('planned'))
      .orderBy(asc(scheduled_change.starts_at), asc(scheduled_change.id))
      .limit(SHOWN),
    db.$count(scheduled_change, and(ofState('failed'), gte(scheduled_change.starts_at, since))),
  ])
  return { coming: coming.map(scheduledChangeRow), failed }
}
