import { escapeLike } from '@kushi/values/text'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** SQL condition: the column begins with these letters. It needs an index with `text_pattern_ops`. */
export const startsWithCondition = (column: AnyPgColumn | SQL, words: string): SQL =>
  sql`${column} like ${`${escapeLike(words)}%`}`
