import { sqlFoldCharacters } from '@kushi/values/fold-word'
import { sql } from 'drizzle-orm'

const quoted = (letters: string) => `'${letters.replaceAll("'", "''")}'`
/**
 * SQL for the normalised text that a search compares, like `foldWord`. The database computes it when a row is written,
 * not at each search.
 */
export const searchedTextSql = (text: string) =>
  sql.raw(
    `translate(lower(normalize(${text}, NFKC)), ${quoted(sqlFoldCharacters.from)}, ${quoted(sqlFoldCharacters.to)})`,
  )
