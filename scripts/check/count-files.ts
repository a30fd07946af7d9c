/**
 * Statistics of the source for docs/measurements.md: `node scripts/check/count-files.ts`. Tests and test helpers are
 * not counted. Lines are all lines of a file; import lines are those of each import statement.
 */

import { checkCycles } from './cycles.ts'
import { featureImports } from './features.ts'
import { exempt } from './import-table.ts'
import { fileOf, readSources } from './source-files.ts'

const sources = await readSources()
const counted = [...sources].filter(([file]) => !exempt.test(file))
const between = featureImports(sources)
const pairs = new Set(between.map(({ from, to }) => `${from.split('/')[0]} ${to.split('/')[0]}`))
const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' '))).length / 2
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`

/** Features of the shop that only its operators use. */
const operatorFeatures =
  'account|acting|admin|api-key|audit|bulk|configuration|correspondence|csv|merge|move-in|operator|privacy|schedule|today'
/** The first that matches a file counts. */
const areas: [name: string, files: RegExp][] = [
  ['storefront', /^apps\/storefront\//],
  ['admin', /^apps\/admin\/|^packages\/contract\/src\/admin\/|^apps\/server\/src\/(admin|cli)\//],
  ["shop, operators' side", RegExp(`^packages/shop/src/(${operatorFeatures})/|^packages/shop/src/[\\w-]+/admin/`)],
  ["shop, customers' side", /^packages\/shop\//],
  ['contract', /^packages\/contract\//],
  ['server', /^apps\/server\//],
  ['db', /^packages\/db\//],
  ['adapters', /^packages\/adapters\//],
  ['values', /^packages\/values\//],
  ['sandbox', /^apps\/sandbox\//],
]
const areaOf = (file: string) => areas.find(([, files]) => files.test(file))![0]

function statistics(files: typeof counted) {
  const lines = files.map(([, { text }]) => text.trimEnd().split('\n').length).sort((a, b) => a - b)
  const at = (share: number) => lines[Math.floor(share * (lines.length - 1))]!
  const sum = lines.reduce((all, each) => all + each, 0)
  const importLines = files.reduce((all, [, { text }]) => all + countImportLines(text), 0)
  return {
    files: lines.length,
    lines: sum,
    median: at(0.5),
    p90: at(0.9),
    'under 30 lines': percent(lines.filter((each) => each < 30).length, lines.length),
    'lines that import': percent(importLines, sum),
  }
}

/** Counts the lines of each `import` statement, from its first to its last line. */
function countImportLines(text: string): number {
  const found = text.matchAll(/^(?:import|export)\b[^'"();=]*?(?:from )?['"][^'"\n]+['"]$/gm)
  return [...found].reduce((all, [statement]) => all + statement.split('\n').length, 0)
}

/** The files of the shop that this one runs, itself included: what its imports reach, without type imports. */
function reach(start: string): number {
  const seen = new Set<string>()
  const queue = [start]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const one of sources.get(file)?.imports ?? []) {
      const target = one.typeOnly ? null : fileOf(one, sources)
      if (target?.startsWith('packages/shop/')) queue.push(target)
    }
  }
  return seen.size
}

/** Files without the operators' side and the sandbox. */
const isCustomers = (file: string) => !['admin', "shop, operators' side", 'sandbox'].includes(areaOf(file))
console.table({
  all: statistics(counted),
  "customers' side": statistics(counted.filter(([file]) => isCustomers(file))),
  ...Object.fromEntries(areas.map(([name]) => [name, statistics(counted.filter(([file]) => areaOf(file) === name))])),
})
const importersOf = Map.groupBy(
  counted.flatMap(([from, { imports }]) =>
    [...new Set(imports.map((one) => fileOf(one, sources)))].map((to) => ({ from, to })),
  ),
  ({ to }) => to,
)
const mergeable = counted.filter(
  ([file, { text }]) =>
    isCustomers(file) && text.trimEnd().split('\n').length < 30 && importersOf.get(file)?.length === 1,
)
console.table({
  'imports between features of the shop': between.length,
  'pairs of features that import each other': mutual,
  'circles of files, types included': checkCycles(sources).length,
  'files of the shop that placeOrder reaches': reach('packages/shop/src/order/internal/place-order.ts'),
  "files under 30 lines with one importer, customers' side": mergeable.length,
})
