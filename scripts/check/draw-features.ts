/**
 * Draws the shop's features and their imports into docs/architecture.md: `node scripts/check/draw-features.ts`. Arrows
 * implied by two others are left out.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { features } from './feature-order.ts'
import { type FeatureImport, featureImports } from './features.ts'
import { readSources, root } from './source-files.ts'

const page = 'docs/architecture.md'
const block = /(<!-- features -->\n)[\s\S]*?(<!-- \/features -->)/

const feature = (file: string) => file.split('/')[0]!

/** The graph in mermaid syntax. */
export function drawFeatures(imports: readonly FeatureImport[]): string {
  const down = new Map<string, Set<string>>(features.map((each) => [each, new Set()]))
  for (const { from, to } of imports) down.get(feature(from))?.add(feature(to))
  const below = (name: string): Set<string> =>
    new Set([...(down.get(name) ?? [])].flatMap((next) => [next, ...below(next)]))
  const lines = [...down].flatMap(([from, targets]) => {
    const direct = [...targets].filter((to) => ![...targets].some((other) => below(other).has(to)))
    return direct.sort().map((to) => `  ${from} --> ${to}`)
  })
  return ['```mermaid', 'flowchart TD', ...lines, '```', ''].join('\n')
}

/** Returns one sentence if the drawing is outdated, otherwise none. */
export async function checkDrawing(imports: readonly FeatureImport[]): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8')
  if (text === redrawn(text, imports)) return []
  return [`${page}  its graph is not that of the code: node scripts/check/draw-features.ts`]
}

const redrawn = (text: string, imports: readonly FeatureImport[]) => text.replace(block, `$1${drawFeatures(imports)}$2`)

if (import.meta.main) {
  const file = join(root, page)
  await writeFile(file, redrawn(await readFile(file, 'utf8'), featureImports(await readSources())))
}
