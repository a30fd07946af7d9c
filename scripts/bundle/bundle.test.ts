import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundleName, findBundle, isBundled, programFile, programs } from '../lib/bundles.mjs'
import { writeBundle } from './write-bundle.ts'

const root = mkdtempSync(join(tmpdir(), 'kushi-bundle-'))
afterAll(() => rmSync(root, { recursive: true }))
function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test('bundles are found only beside the sources that they were built from', () => {
  put('packages/shop/src/price.ts', 'export const price = 1')
  put('packages/shop/src/islands.json', '[1]')
  put('package-lock.json', '{}')
  const name = bundleName(root)
  expect(findBundle(root)).toBeUndefined()
  mkdirSync(join(root, 'apps/server/build', name), { recursive: true })
  // The simulators' bundle is still missing.
  expect(isBundled(root, name)).toBe(false)
  mkdirSync(join(root, 'apps/sandbox/build', name), { recursive: true })
  expect(findBundle(root)).toBe(name)
  expect(programFile(name, 'apps/server', 'cli')).toBe(`apps/server/build/${name}/cli.js`)
  expect(programFile(undefined, 'apps/server', 'cli')).toBe(programs['apps/server'].cli)

  const changes: [string, string][] = [
    ['packages/shop/src/price.ts', 'export const price = 2'],
    ['packages/shop/src/islands.json', '[2]'],
    ['package-lock.json', '{"changed":1}'],
    ['apps/server/src/extensions/new.ts', ''],
  ]
  const seen = new Set([name])
  for (const [path, text] of changes) {
    put(path, text)
    expect(findBundle(root), path).toBeUndefined()
    seen.add(bundleName(root))
  }
  expect(seen.size).toBe(changes.length + 1)
  const last = bundleName(root)
  for (const path of [
    'packages/shop/src/price.test.ts',
    'apps/server/README.md',
    'packages/db/migrations/0009_new.sql',
  ])
    put(path, 'changed')
  expect(bundleName(root)).toBe(last)
})

test('a bundle finds the files beside its sources, and its stack traces name the sources', async () => {
  put('packages/db/src/deep/found.ts', `export const found: string = import.meta.dirname + '/../../note.txt'`)
  put(
    'packages/db/src/failing.ts',
    `interface Nothing { a: 1 }\n\n\nexport const fail = (): Nothing => {\n  throw new Error('no')\n}\n`,
  )
  const body = `import { readFileSync } from 'node:fs'\nimport { found } from './deep/found.ts'\nimport { fail } from './failing.ts'
console.log(readFileSync(found, 'utf8'), import.meta.main)\ntry { fail() } catch (error) { console.log((error as Error).stack) }\n`
  put('packages/db/src/setup.ts', body)
  put('packages/db/src/other.ts', `import './setup.ts'\n`)
  put('packages/db/note.txt', 'beside the sources')
  const part = join(root, 'apps/server/build/part-1')
  mkdirSync(part, { recursive: true })
  const inputs = { setup: 'packages/db/src/setup.ts', other: 'packages/db/src/other.ts' }
  expect(await writeBundle(root, part, inputs)).toEqual([])
  // It may be moved to another folder of the same depth.
  const done = join(root, 'apps/server/build/done')
  renameSync(part, done)
  const run = (name: string) => execFileSync(process.execPath, [join(done, name)], { encoding: 'utf8' })
  const said = run('setup.js')
  expect(said).toContain('beside the sources true')
  expect(said).toMatch(/at fail \(.*packages\/db\/src\/failing\.ts:5:\d+\)/)
  expect(run('other.js')).toContain('beside the sources false')
})
