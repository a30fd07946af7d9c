import { escapeLike } from '@kushi/values/text'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The column begins with these letters; needs an index with `text_pattern_ops`. */
export const startsWith = (column: AnyPgColumn | SQL, words: string): SQL =>
  sql`${column} like ${`${escapeLike(words)}%`}`
