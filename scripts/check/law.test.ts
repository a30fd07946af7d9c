/** docs/law.md: each article has a place and a test, and both exist. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const rows = (await readFile(join(root, 'docs/law.md'), 'utf8'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))

test.each(rows.map(([, law, article, what, place, proof]) => ({ law, article, what, place, proof })))(
  '$law $article: $what',
  ({ place, proof }) => {
    const named = [...`${place} ${proof}`.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(proof === 'the same' || /`[^`]+\.(?:test|e2e)\.tsx?`/.test(proof!)).toBe(true)
  },
)
