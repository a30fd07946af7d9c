import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../config/env.ts'
import { type Finding, warningFinding } from './finding.ts'

const example = join(import.meta.dirname, '../../../../.env.example')

/**
 * Finds variables in the environment that nothing reads and whose names resemble one in `.env.example`, which lists
 * all that are read.
 */
export async function findMisspelled(env: Env): Promise<Finding[]> {
  const text = await readFile(example, 'utf8').catch(() => '')
  const known = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => one.length > 6 && distance(name, one) <= 2)
      return meant ? [warningFinding('settings', `${name} is read by nothing`, `Was ${meant} meant?`)] : []
    })
}

/** How many letters have to be added, left out or replaced to make one of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j]! + (letter === other ? 0 : 1), row[j + 1]! + 1, next[j]! + 1))
    row = next
  }
  return row.at(-1)!
}
