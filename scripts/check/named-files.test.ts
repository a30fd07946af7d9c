import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

/** What an installation or a build makes. */
const made = ['deploy/.env', 'deploy/environment', 'apps/server/build', 'packages/db/releases/0.5.0.json.gz']
/** A file or a folder, but not the beginning of a pattern (`packages/shop/src/<feature>`). */
const fromRoot = /(?<![\w/.-])(?:apps|packages|scripts|e2e|bench|deploy)\/[\w./+-]*[\w](?![\w./+-]*[<…*{(])/g
/** `write-block.ts`, `form/subscription-draft.ts`: the end of a path, as the sentence around it says where. */
const ending = /`([\w+-][\w./+-]*\.(?:tsx?|mjs|sh|sql|css|ya?ml|cfg))`/g

test('every file and folder that a document names exists', async () => {
  const missing: string[] = []
  let named = 0
  const ends = await pathEnds()
  for await (const document of glob(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md'], { cwd: root })) {
    // A changelog may name files that were deleted since.
    if (document === 'CHANGELOG.md') continue
    const text = await readFile(join(root, document), 'utf8')
    for (const [path] of text.matchAll(fromRoot)) {
      named += 1
      if (!made.includes(path) && !existsSync(join(root, path))) missing.push(`${document}: ${path}`)
    }
    for (const [, path] of text.matchAll(ending)) {
      named += 1
      if (!ends.has(path!)) missing.push(`${document}: ${path}`)
    }
  }
  expect([...new Set(missing)]).toEqual([])
  expect(named).toBeGreaterThan(300)
})

/** `c.ts`, `b/c.ts` and `a/b/c.ts` for each file of the repository. */
async function pathEnds(): Promise<Set<string>> {
  const ends = new Set<string>()
  const skipped = ['**/node_modules', '**/build', '**/dist', '**/.react-router', '.git']
  for await (const file of glob('**/*.{ts,tsx,mjs,sh,sql,css,yml,yaml,cfg}', { cwd: root, exclude: skipped })) {
    const parts = file.split('/')
    for (let from = 0; from < parts.length; from += 1) ends.add(parts.slice(from).join('/'))
  }
  return ends
}
