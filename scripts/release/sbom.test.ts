import { expect, test } from 'vitest'
import { componentsOf, cycloneDx, licenceList, programsOf } from './sbom.ts'
import { packagesToRun } from './stage.ts'

/** The screens' own, without a build. */
const screens = ['react', 'react-dom', 'react-router']
const components = componentsOf(packagesToRun(screens))
const all = [...components, ...programsOf(components)]

/** Each asks for its name and text beside the program, which the list gives; LGPL's library may also be exchanged, as a file. */
const free =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|PostgreSQL|Python-2\.0|Zlib|OFL-1\.1|LGPL-3\.0-or-later|WTFPL|MPL-2\.0|CC-BY-4\.0)( (OR|AND) [\w.-]+)*\)?$/

test('every package that runs has a number, a checksum and a licence that lets a shop run it', () => {
  expect(components.length).toBeGreaterThan(50)
  for (const { name, version, license, sha512 } of all) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+/)])
    expect([name, license]).toEqual([name, expect.stringMatching(free)])
    if (name !== 'node' && name !== 'postgresql')
      expect([name, sha512]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)])
  }
})

test('the bill of materials is CycloneDX, and names Node and PostgreSQL by their own numbers', () => {
  const release = { version: '1.2.3', made_at: '2026-11-26T09:00:00+09:00' }
  const bom = JSON.parse(cycloneDx(release, all))
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { version: '1.2.3' } },
  })
  const refs = bom.components.map((one: { 'bom-ref': string }) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(refs).toContainEqual(expect.stringMatching(/^pkg:github\/nodejs\/node@v\d+\.\d+\.\d+$/))
  expect(refs).toContainEqual(expect.stringMatching(/^pkg:github\/postgres\/postgres@\d+\.\d+$/))
  expect(licenceList(all)).toContain('hono ')
})
