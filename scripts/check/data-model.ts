/**
 * Generates the diagrams of the tables of packages/db/src/schema in docs/data-model.md, between its two marks:
 *
 *     node scripts/check/data-model.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import '@kushi/db/schema/index'
import { tableFacts } from '@kushi/db/schema/facts'
import { getTableName } from 'drizzle-orm'
import { type ForeignKey, getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { domains } from './feature-order.ts'

const root = resolve(import.meta.dirname, '../..')
const page = join(root, 'docs/data-model.md')
const begin = '<!-- Drawn by scripts/check/data-model.ts. -->\n'
const end = '<!-- End of the drawing. -->\n'

/** Returns the page with regenerated diagrams. */
export function drawn(text: string): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${page} has lost the marks around its drawing.`)
  return text.slice(0, before + begin.length) + drawing() + text.slice(after)
}

export const readPage = (): string => readFileSync(page, 'utf8')

/**
 * One diagram per domain: its tables, and the targets of their foreign keys. The shop, which every table refers to, is
 * left out; columns stand in the schema.
 */
function drawing(): string {
  const drawings = new Map<string, string[]>(Object.keys(domains).map((domain) => [domain, []]))
  for (const [table, { owner }] of tableFacts) drawings.get(domainOf(owner))!.push(linesOf(table))
  const parts = [...drawings].map(
    ([domain, tables]) => `### ${domain}\n\n\`\`\`mermaid\nerDiagram\n${tables.sort().join('')}\`\`\`\n`,
  )
  return `\n${parts.join('\n')}\n`
}

const domainOf = (owner: string) =>
  Object.entries(domains).find(([, features]) => (features as readonly string[]).includes(owner))![0]

function linesOf(table: PgTable): string {
  const { name, foreignKeys } = getTableConfig(table)
  return `  ${name}\n${foreignKeys.flatMap((key) => relationOf(name, key)).join('')}`
}

function relationOf(name: string, key: ForeignKey): string[] {
  const { columns, foreignTable } = key.reference()
  const target = getTableName(foreignTable)
  const own = columns.filter((column) => column.name !== 'shop_id')
  if (own.length === 0) return []
  const isOptional = own.some((column) => !column.notNull)
  return [`  ${target} ${isOptional ? '|o' : '||'}--o{ ${name} : ${own.map((column) => column.name).join('_and_')}\n`]
}

if (import.meta.main) writeFileSync(page, drawn(readPage()))
