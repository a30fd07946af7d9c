/**
 * Generates, from the facts of the tables, what docs/security.md says is forgotten and what is done with the rows of a person:
 *
 *     node scripts/check/facts-tables.ts
 */
import '@kushi/db/schema/index'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type RetentionTerm, tableFacts } from '@kushi/db/schema/facts'
import { getTableName, SQL } from 'drizzle-orm'

const page = join(resolve(import.meta.dirname, '../..'), 'docs/security.md')
export const readSecurity = (): string => readFileSync(page, 'utf8')

/** Returns the page with regenerated tables. */
export const withFacts = (text: string): string => between(between(text, 'terms', terms()), 'persons', persons())

function between(text: string, name: string, lines: string[]): string {
  const [begin, end] = [`<!-- ${name}: scripts/check/facts-tables.ts -->\n`, `<!-- end of ${name} -->\n`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has lost the marks around its ${name}.`)
  return `${text.slice(0, from)}${begin}${lines.join('\n')}\n${text.slice(to)}`
}

const byName = () => [...tableFacts].sort(([a], [b]) => (getTableName(a) < getTableName(b) ? -1 : 1))

const terms = () => [
  '| table | forgotten |',
  '|---|---|',
  ...byName().flatMap(([table, { kept }]) => {
    if (kept === 'parent') return [`| \`${getTableName(table)}\` | with the row that it belongs to |`]
    if (typeof kept !== 'object') return []
    const when = 'job' in kept ? `${kept.when}, by the job \`${kept.job}\`` : kept.map(wordsOf).join('; ')
    return [`| \`${getTableName(table)}\` | ${when} |`]
  }),
]

function wordsOf({ after, since, only, sets }: RetentionTerm): string {
  const time =
    after === 'outbox_keep_days'
      ? '`OUTBOX_KEEP_DAYS` (30) after it was sent or given up'
      : `${lengthOf(after)}\`${since instanceof SQL ? 'its end' : since}\``
  const what = sets
    ? `${Object.keys(sets)
        .map((name) => `\`${name}\``)
        .join(', ')} only: `
    : ''
  return `${what}${time}${only ? ` (${only.words})` : ''}`
}

function lengthOf(after: { days: number } | { hours: number }): string {
  if ('hours' in after)
    return after.hours < 1
      ? `${after.hours * 60} minutes after `
      : `${after.hours === 1 ? 'an hour' : `${after.hours} hours`} after `
  return after.days === 0 ? 'at ' : `${after.days === 1 ? 'a day' : `${after.days} days`} after `
}

const persons = () => [
  '| table | 開示 | 削除 | 統合 |',
  '|---|---|---|---|',
  ...byName().flatMap(([table, { person, merged }]) => {
    if (!person || 'nobody' in person) return []
    if ('unlinked' in person) return [`| \`${getTableName(table)}\` | no | stays: ${person.unlinked} | stays |`]
    const { shown, erased } = person
    const erases =
      'rows' in erased
        ? `rows, at ${erased.rows}`
        : 'sets' in erased
          ? Object.keys(erased.sets)
              .map((name) => `\`${name}\``)
              .join(', ')
          : 'does' in erased
            ? `by \`${erased.does}\``
            : `stays: ${erased.stays}`
    return [
      `| \`${getTableName(table)}\` | ${typeof shown === 'string' ? shown : `no: ${shown.not}`} | ${erases} | ${merged?.fate ?? 'follows'} |`,
    ]
  }),
]

if (import.meta.main) writeFileSync(page, withFacts(readSecurity()))
