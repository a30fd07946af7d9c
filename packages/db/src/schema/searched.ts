import { sqlSearchTranslateCharacters } from '@kushi/values/normalize-for-search'
import { sql } from 'drizzle-orm'

const quoted = (letters: string) => `'${letters.replaceAll("'", "''")}'`
/**
 * SQL for the normalised text that a search compares, like `normalizeForSearch`. The database computes it when a row is written,
 * not at each search.
 */
export const searchedTextSql = (text: string) =>
  sql.raw(
    `translate(lower(normalize(${text}, NFKC)), ${quoted(sqlSearchTranslateCharacters.from)}, ${quoted(sqlSearchTranslateCharacters.to)})`,
  )
