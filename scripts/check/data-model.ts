/**
 * Generates the diagrams of the tables of packages/db/src/schema in docs/data-model.md, between its two marks:
 *
 *     node scripts/check/data-model.ts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableName, is } from 'drizzle-orm'
import { type ForeignKey, getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { districts } from './feature-order.ts'
import { ownersOfFiles, ownersOfTables } from './table-owners.ts'

const root = resolve(import.meta.dirname, '../..')
const schema = join(root, 'packages/db/src/schema')
const page = join(root, 'docs/data-model.md')
const begin = '<!-- Drawn by scripts/check/data-model.ts. -->\n'
const end = '<!-- End of the drawing. -->\n'

/** Returns the page with regenerated diagrams. */
export async function drawn(text: string): Promise<string> {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${page} has lost the marks around its drawing.`)
  return text.slice(0, before + begin.length) + (await drawing()) + text.slice(after)
}

export const readPage = (): string => readFileSync(page, 'utf8')

/**
 * One diagram per district: its tables, and the targets of their foreign keys. The shop, which every table refers to, is
 * left out; columns stand in the schema.
 */
async function drawing(): Promise<string> {
  const drawings = new Map<string, string[]>(Object.keys(districts).map((district) => [district, []]))
  for (const file of readdirSync(schema).sort()) {
    if (['index.ts', 'columns.ts'].includes(file)) continue
    const exported: Record<string, unknown> = await import(pathToFileURL(join(schema, file)).href)
    for (const table of Object.values(exported).filter((one) => is(one, PgTable)))
      drawings.get(districtOf(file.replace('.ts', ''), getTableName(table)))!.push(linesOf(table))
  }
  const parts = [...drawings].map(
    ([district, tables]) => `### ${district}\n\n\`\`\`mermaid\nerDiagram\n${tables.sort().join('')}\`\`\`\n`,
  )
  return `\n${parts.join('\n')}\n`
}

function districtOf(file: string, table: string): string {
  const owner = ownersOfTables[table] ?? ownersOfFiles[file] ?? file
  const found = Object.entries(districts).find(([, features]) => (features as readonly string[]).includes(owner))
  if (!found) throw new Error(`No feature owns ${table}: see scripts/check/table-owners.ts.`)
  return found[0]
}

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

if (import.meta.main) writeFileSync(page, await drawn(readPage()))
