import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** SQL for the calendar date in Japan (JST) of a timestamp. */
export const japanDaySql = (moment: SQLWrapper): SQL => sql`(${moment} at time zone 'Asia/Tokyo')::date`

/** SQL for the timestamp at which a date begins in Japan (JST). */
export const japanDayStartSql = (day: string | SQL): SQL => sql`${day}::date::timestamp at time zone 'Asia/Tokyo'`

/**
 * Condition: a timestamp lies on one of these days in Japan (JST), both included. An index on the timestamp can be
 * used.
 */
export const onJapanDaysCondition = (moment: SQLWrapper, { from, to }: Record<'from' | 'to', string | SQL>): SQL =>
  sql`(${moment} >= ${japanDayStartSql(from)} and ${moment} < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo')`
