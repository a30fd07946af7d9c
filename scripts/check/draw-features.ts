/**
 * Draws the shop's domains, and the features of each, into docs/architecture.md: `node scripts/check/draw-features.ts`.
 * Arrows implied by two others are left out.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domains } from './feature-order.ts'
import { type FeatureImport, featureImports, nameOf } from './features.ts'
import { readSources, root } from './source-files.ts'

const page = 'docs/architecture.md'
const block = /(<!-- features -->\n)[\s\S]*?(<!-- \/features -->)/

/** One picture of the domains, and one of each domain's features, in mermaid syntax. */
export function drawFeatures(imports: readonly FeatureImport[]): string {
  const between = imports
    .filter(({ from }) => from.includes('/'))
    .map(({ from, to }) => [nameOf(from), nameOf(to)] as const)
  const whole = drawn(
    Object.keys(domains),
    between.map(([from, to]) => [domainOf(from), domainOf(to)]),
  )
  const parts = Object.entries(domains).map(([domain, names]) => {
    const inside = between.filter(([from, to]) => domainOf(from) === domain && domainOf(to) === domain)
    return `\`${domain}\`:\n\n${drawn(
      names,
      inside.map(([from, to]) => [from.split('/')[1]!, to.split('/')[1]!]),
    )}`
  })
  return [whole, ...parts].join('\n')
}

const domainOf = (feature: string) => feature.split('/')[0]!

function drawn(names: readonly string[], arrows: (readonly [string, string])[]): string {
  const down = new Map<string, Set<string>>(names.map((each) => [each, new Set()]))
  for (const [from, to] of arrows) if (from !== to) down.get(from)?.add(to)
  const below = (name: string): Set<string> =>
    new Set([...(down.get(name) ?? [])].flatMap((next) => [next, ...below(next)]))
  const lines = [...down].flatMap(([from, targets]) => {
    const direct = [...targets].filter((to) => ![...targets].some((other) => below(other).has(to)))
    return [`  ${from}`, ...direct.sort().map((to) => `  ${from} --> ${to}`)]
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
