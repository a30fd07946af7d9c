import { sql } from 'drizzle-orm'

/** The moment at which a day begins in Japan. */
export const dayBegins = (day: string) => sql`${day}::date::timestamp at time zone 'Asia/Tokyo'`
