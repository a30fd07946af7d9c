import { former_name } from '@kushi/db/schema/shop'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

type Subject = (typeof former_name.$inferSelect)['subject']

/**
 * SQL of the name that a list entry had at the moment `at`. `name` is its present name. An order keeps the words that
 * its customer read, even if the shop renames the entry later.
 */
export const nameAtTimeSql = (
  subject: Subject,
  { shop_id, id, name, at }: { shop_id: SQLWrapper | number; id: SQLWrapper; name: SQLWrapper; at: SQLWrapper | Date },
): SQL<string> =>
  sql<string>`coalesce((select f.name from ${former_name} f
    where f.shop_id = ${shop_id} and f.subject = ${subject} and f.subject_id = ${id}
      and f.until > ${at instanceof Date ? sql`${at.toISOString()}::timestamptz` : at}
    order by f.until limit 1), ${name})`
