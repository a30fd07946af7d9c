import { japanDayStartSql, onJapanDaysCondition } from '@kushi/db/japan-day'
import { conversion_delivery, conversion_destination } from '@kushi/db/schema/conversion'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { ConversionFigure } from '@kushi/values/conversion/conversion'
import { type SQL, sql } from 'drizzle-orm'
import type { OperatorContext } from '../../../foundation/admin/index.ts'

const { conversion_state, drop_reason, event_name, occurred_at } = conversion_delivery

/** The events that each figure counts. A cancellation is no further conversion. */
export const countedEventsSql: Readonly<Record<ConversionFigure, SQL>> = {
  told: sql`(${conversion_state} in ('accepted', 'shown') and ${event_name} <> 'cancelled')`,
  refused: sql`((${conversion_state} = 'refused' or ${drop_reason} = 'too_old') and ${event_name} <> 'cancelled')`,
  waiting: sql`(${conversion_state} = 'waiting' and ${event_name} <> 'cancelled')`,
}

interface Counts extends Record<ConversionFigure, number>, Record<string, unknown> {
  destination_id: number
  /** 広告グループ; '': none. */
  ad_group: string
}

/** How many conversions of these days each 送信先 was told, and was not. An event is written when it happens, and found by that. */
export async function countConversions(
  { db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>,
  days: { from: CalendarDate; to: CalendarDate },
): Promise<Counts[]> {
  const { told, refused, waiting } = countedEventsSql
  const { rows } = await db.execute<Counts>(sql`
    select d.id::float8 as destination_id, d.ad_group, coalesce(e.told, 0)::int as told,
      coalesce(e.refused, 0)::int as refused, coalesce(e.waiting, 0)::int as waiting
    from ${conversion_destination} d left join (
      select destination_id, count(*) filter (where ${told}) as told, count(*) filter (where ${refused}) as refused,
        count(*) filter (where ${waiting}) as waiting
      from ${conversion_delivery} where shop_id = ${shop_id} and ${onJapanDaysCondition(sql`${occurred_at}`, days)}
        and created_at >= ${japanDayStartSql(days.from)}
      group by destination_id) e on e.destination_id = d.id
    where d.shop_id = ${shop_id} order by d.id`)
  return rows
}
