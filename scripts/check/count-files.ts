/**
 * Statistics of the source for docs/measurements.md: `node scripts/check/count-files.ts`. Tests and test helpers are
 * not counted. Lines are all lines of a file; import lines are those of each import statement.
 */

import { checkCycles } from './cycles.ts'
import { featureImports } from './features.ts'
import { exempt } from './import-table.ts'
import { readSources } from './source-files.ts'

const sources = await readSources()
const counted = [...sources].filter(([file]) => !exempt.test(file))
const lines = counted.map(([, { text }]) => text.trimEnd().split('\n').length).sort((a, b) => a - b)
const at = (share: number) => lines[Math.floor(share * (lines.length - 1))]!
const sum = lines.reduce((all, each) => all + each, 0)
const importLines = counted.reduce((all, [, { text }]) => all + countImportLines(text), 0)
const between = featureImports(sources)
const pairs = new Set(between.map(({ from, to }) => `${from.split('/')[0]} ${to.split('/')[0]}`))
const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' '))).length / 2
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`

/** Counts the lines of each `import` statement, from its first to its last line. */
function countImportLines(text: string): number {
  const found = text.matchAll(/^(?:import|export)\b[^'"();=]*?(?:from )?['"][^'"\n]+['"]$/gm)
  return [...found].reduce((all, [statement]) => all + statement.split('\n').length, 0)
}

console.table({
  files: lines.length,
  lines: sum,
  'median lines of a file': at(0.5),
  'p90 lines of a file': at(0.9),
  'files under 30 lines': percent(lines.filter((each) => each < 30).length, lines.length),
  'lines that import': percent(importLines, sum),
  'imports between features of the shop': between.length,
  'pairs of features that import each other': mutual,
  'circles of files, types included': checkCycles(sources).length,
})
