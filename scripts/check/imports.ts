/**
 * Checks every import against the table and the order of the features, and every write of a table against its owner, for
 * `npm run check`. Biome finds cycles.
 *
 * Written here, because dependency-cruiser 18.7 needs the compiler's JavaScript API, which TypeScript 7 lacks. Biome's
 * rules know neither an order of folders nor whether only a type is imported.
 */
import { checkDrawing } from './draw-features.ts'
import { checkFeatures, checkInternals, featureImports } from './features.ts'
import { type FoundImport, findImports } from './find-imports.ts'
import { exempt, type Rule, rules } from './import-table.ts'
import { readSources } from './source-files.ts'
import { checkOwners, checkWrites } from './writes.ts'

/** Returns the violations of a file, one sentence each. */
export function checkFile(file: string, source: string): string[] {
  const rule = exempt.test(file) ? undefined : rules.find(({ files }) => files.test(file))
  if (!rule) return []
  const wrong = findImports(file, source)
    .filter((found) => !allowed(rule, file, found))
    .map(
      (found) =>
        `${file}:${found.line}  ${rule.name} may not import ${found.typeOnly ? 'types from ' : ''}'${found.specifier}'`,
    )
  const text =
    rule.text && source.split('\n').findIndex((line) => rule.text!.pattern.test(line) && !/^\s*(\*|\/)/.test(line))
  return text === undefined || text < 0 ? wrong : [...wrong, `${file}:${text + 1}  ${rule.text!.reason}`]
}

function allowed(rule: Rule, file: string, found: FoundImport): boolean {
  if (found.entersPrivateFile) return false
  if (found.path !== undefined && rule.allowsWithinPackage) return rule.allowsWithinPackage(file, found.path)
  // A file may import its own package, unless the rule restricts that too.
  if (found.path !== undefined && !rule.text) return true
  return rule.allows(found)
}

if (import.meta.main) {
  const sources = await readSources()
  const between = featureImports(sources)
  const wrong = [
    ...[...sources].flatMap(([file, { text }]) => checkFile(file, text)),
    ...checkFeatures(between),
    ...checkInternals(sources),
    ...(await checkDrawing(between)),
    ...checkWrites(sources),
    ...checkOwners(sources),
  ]
  for (const sentence of wrong) console.error(sentence)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
