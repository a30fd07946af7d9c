import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The day in Japan of a moment. */
export const japanDay = (moment: SQLWrapper): SQL => sql`(${moment} at time zone 'Asia/Tokyo')::date`

/** The moment at which a day begins in Japan. */
export const dayBegins = (day: string | SQL): SQL => sql`${day}::date::timestamp at time zone 'Asia/Tokyo'`

/** Whether a moment is on these days in Japan, both included; an index on the moment serves it. */
export const isOnDays = (moment: SQLWrapper, { from, to }: Record<'from' | 'to', string | SQL>): SQL =>
  sql`(${moment} >= ${dayBegins(from)} and ${moment} < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo')`
