/**
 * Generates the diagrams of every table of packages/db/src/schema in docs/data-model.md, between its two marks:
 *
 *     node scripts/check/data-model.ts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableName, is } from 'drizzle-orm'
import { type ForeignKey, getTableConfig, PgTable } from 'drizzle-orm/pg-core'

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
 * One diagram per schema file: its tables and the targets of their foreign keys. The shop, which every table refers to,
 * is left out.
 */
async function drawing(): Promise<string> {
  const parts: string[] = []
  for (const file of readdirSync(schema).sort()) {
    if (['index.ts', 'columns.ts'].includes(file)) continue
    const exported: Record<string, unknown> = await import(pathToFileURL(join(schema, file)).href)
    const tables = Object.values(exported)
      .filter((one) => is(one, PgTable))
      .sort((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1))
    const name = file.replace('.ts', '')
    parts.push(`### ${name}\n\n\`\`\`mermaid\nerDiagram\n${tables.map(linesOf).join('')}\`\`\`\n`)
  }
  return `\n${parts.join('\n')}\n`
}

function linesOf(table: PgTable): string {
  const { name, columns, foreignKeys } = getTableConfig(table)
  const attributes = columns.map((column) => `    ${typeOf(column.getSQLType())} ${column.name}\n`).join('')
  const relations = foreignKeys.flatMap((key) => relationOf(name, key)).join('')
  return `  ${name} {\n${attributes}  }\n${relations}`
}

/** Mermaid does not allow brackets or spaces in a type. */
const typeOf = (type: string) => type.replace(' with time zone', 'tz').replace('[]', '_array').replace(/\W+/g, '_')

function relationOf(name: string, key: ForeignKey): string[] {
  const { columns, foreignTable } = key.reference()
  const target = getTableName(foreignTable)
  const own = columns.filter((column) => column.name !== 'shop_id')
  if (own.length === 0) return []
  const isOptional = own.some((column) => !column.notNull)
  return [`  ${target} ${isOptional ? '|o' : '||'}--o{ ${name} : ${own.map((column) => column.name).join('_and_')}\n`]
}

if (import.meta.main) writeFileSync(page, await drawn(readPage()))
