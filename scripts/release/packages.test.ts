import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepAssets } from '../launch/old-assets.ts'
import { importsOf, reachable } from './packages.ts'

const root = mkdtempSync(join(tmpdir(), 'kushi-packages-'))
afterAll(() => rmSync(root, { recursive: true }))
const put = (folder: string, manifest: object) => {
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest))
}

test('run-time packages are included, from where Node would load them; build tools are not', () => {
  put('app', { dependencies: { a: '1', 'only-here': '1' }, devDependencies: { tool: '1' } })
  put('node_modules/a', { dependencies: { b: '1' }, optionalDependencies: { elsewhere: '1' } })
  put('node_modules/a/node_modules/b', { peerDependencies: { peer: '1', missing: '1' } })
  put('node_modules/b', {})
  put('node_modules/peer', {})
  put('node_modules/tool', {})
  put('app/node_modules/only-here', { dependencies: { b: '2' } })
  put('screens', { dependencies: { a: '1', unused: '1' } })
  const all = ['app/node_modules/only-here', 'node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/b']
  expect(reachable(root, ['app', 'screens'], { screens: ['a'] })).toEqual([...all, 'node_modules/peer'])
  expect(() => reachable(root, ['screens'])).toThrow('unused is not installed, which screens needs.')
})

test('the packages that a built file loads', () => {
  const text = `import{a as b}from"react/jsx-runtime";import*as c from"@x/y/z";import"node:fs";import("dompurify");import d from"./own.js";e=\`import{f}from"\${g}h"\``
  expect(importsOf(text)).toEqual(['@x/y', 'dompurify', 'react'])
})

test('assets of the previous build stay beside the new ones for a month', () => {
  const [older, newer] = [join(root, 'older'), join(root, 'newer')]
  for (const [folder, names] of [
    [older, ['same-1.js', 'gone-2.js', 'ancient-3.js']],
    [newer, ['same-1.js', 'new-4.js']],
  ] as const) {
    mkdirSync(folder)
    for (const name of names) writeFileSync(join(folder, name), folder)
  }
  const ago = new Date(Date.now() - 40 * 86_400_000)
  utimesSync(join(older, 'ancient-3.js'), ago, ago)
  expect(keepAssets(older, newer)).toBe(1)
  expect(readdirSync(newer).sort()).toEqual(['gone-2.js', 'new-4.js', 'same-1.js'])
  expect(keepAssets(join(root, 'nowhere'), newer)).toBe(0)
})
