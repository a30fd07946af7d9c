import { conversion_delivery, conversion_destination } from '@kushi/db/schema/conversion'
import { addDays } from '@kushi/values/calendar-date'
import { CONVERSION_REFUSED_SHOWN_DAYS } from '@kushi/values/conversion/conversion'
import { sql } from 'drizzle-orm'
import { countUpTo, type OperatorContext } from '../../../foundation/admin/index.ts'
import { STUCK_CONVERSION_ATTEMPTS } from '../rules/judge-event.ts'

interface TaskCounts extends Record<string, unknown> {
  id: number
  destination_name: string
  refused: number
  stuck: number
}

/** The 送信先 that refused events, or take none now. */
export async function countConversionTasks({ db, shop_id, clock }: OperatorContext) {
  const since = new Date(`${addDays(clock.today(), -CONVERSION_REFUSED_SHOWN_DAYS)}T00:00:00+09:00`)
  const theirs = sql`from ${conversion_delivery} e where e.shop_id = d.shop_id and e.destination_id = d.id`
  const { rows } = await db.execute<TaskCounts>(sql`
    select * from (select d.id::float8 as id, d.destination_name,
      ${countUpTo(sql`${theirs} and (e.conversion_state = 'refused' or e.drop_reason = 'too_old') and e.done_at >= ${since}`)} as refused,
      ${countUpTo(sql`${theirs} and e.conversion_state = 'waiting' and e.attempts >= ${STUCK_CONVERSION_ATTEMPTS}`)} as stuck
      from ${conversion_destination} d where d.shop_id = ${shop_id}) t
    where t.refused > 0 or t.stuck > 0 order by t.id`)
  return rows
}
