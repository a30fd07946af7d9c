/** Checks every import against the table, for `npm run check`. */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Found, findImports } from './find-imports.ts'
import { exempt, type Rule, rules } from './import-table.ts'

const skipped = new Set(['node_modules', 'build', '.react-router', 'dist', 'public'])

/** What is wrong with a file, a sentence each. */
export function checkFile(file: string, source: string): string[] {
  const rule = exempt.test(file) ? undefined : rules.find(({ files }) => files.test(file))
  if (!rule) return []
  const wrong = findImports(file, source)
    .filter((found) => !allowed(rule, found))
    .map(
      (found) =>
        `${file}:${found.line}  ${rule.name} may not import ${found.typeOnly ? 'types from ' : ''}'${found.specifier}'`,
    )
  const text =
    rule.text && source.split('\n').findIndex((line) => rule.text!.pattern.test(line) && !/^\s*(\*|\/)/.test(line))
  return text === undefined || text < 0 ? wrong : [...wrong, `${file}:${text + 1}  ${rule.text!.reason}`]
}

function allowed(rule: Rule, found: Found): boolean {
  if (found.trespass) return false
  // Its own files, unless it is choosy about them too.
  if (found.path !== undefined && !rule.text) return true
  return rule.allows(found)
}

async function* sourceFiles(root: string, folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* sourceFiles(root, path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..')
  const wrong: string[] = []
  for (const folder of ['apps', 'packages']) {
    for await (const file of sourceFiles(root, folder))
      wrong.push(...checkFile(file, await readFile(join(root, file), 'utf8')))
  }
  for (const sentence of wrong) console.error(sentence)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
