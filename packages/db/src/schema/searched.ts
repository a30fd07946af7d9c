import { folding } from '@kushi/values/fold-word'
import { sql } from 'drizzle-orm'

const quoted = (letters: string) => `'${letters.replaceAll("'", "''")}'`
/**
 * The searched text, normalised as by `foldWord`; the database computes it when a row is written, not on each search.
 */
export const searched = (text: string) =>
  sql.raw(`translate(lower(normalize(${text}, NFKC)), ${quoted(folding.from)}, ${quoted(folding.to)})`)
