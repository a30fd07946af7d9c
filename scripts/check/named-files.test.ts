import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

test('every source file that a document names exists', async () => {
  const missing: string[] = []
  let named = 0
  for await (const document of glob(['*.md', 'docs/*.md', 'apps/*/README.md'], { cwd: root })) {
    // A changelog may name files that were deleted since.
    if (document === 'CHANGELOG.md') continue
    const text = await readFile(join(root, document), 'utf8')
    for (const [path] of text.matchAll(/(?:apps|packages|scripts|e2e|bench|deploy)\/[\w./+-]+\.(?:tsx?|mjs|html)\b/g)) {
      named += 1
      if (!existsSync(join(root, path))) missing.push(`${document}: ${path}`)
    }
  }
  expect(missing).toEqual([])
  expect(named).toBeGreaterThan(100)
})
