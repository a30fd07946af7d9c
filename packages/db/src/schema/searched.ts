import { folding } from '@kushi/values/fold-word'
import { sql } from 'drizzle-orm'

const quoted = (letters: string) => `'${letters.replaceAll("'", "''")}'`
/** What is searched, as `foldWord` makes it; worked out by the database when a row is written, not by each search. */
export const searched = (text: string) =>
  sql.raw(`translate(lower(normalize(${text}, NFKC)), ${quoted(folding.from)}, ${quoted(folding.to)})`)
