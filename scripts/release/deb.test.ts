import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { debVersion } from './deb.ts'

const at = (moment: string) => new Date(moment)
const versions = [
  debVersion('0.2.0', { isTagged: true, at: at('2026-11-22T17:00:00Z'), of: 'ffffffffffff' }),
  debVersion('0.2.0', { isTagged: false, at: at('2026-11-22T18:00:00Z'), of: 'eeeeeeeeeeee' }),
  debVersion('0.2.0', { isTagged: false, at: at('2026-11-22T18:00:01Z'), of: 'eeeeeeeeeeee-dirty' }),
  debVersion('0.2.0', { isTagged: false, at: at('2026-11-22T19:00:00Z'), of: '000000000000' }),
  debVersion('0.2.1', { isTagged: true, at: at('2026-11-23T00:00:00Z'), of: 'aaaaaaaaaaaa' }),
]

test('the versions of two packages show which is newer', () => {
  expect(versions).toEqual([
    '0.2.0',
    '0.2.0+202611221800.eeeeeeeeeeee',
    '0.2.0+202611221800.eeeeeeeeeeee.dirty',
    '0.2.0+202611221900.000000000000',
    '0.2.1',
  ])
})

test.runIf(existsSync('/usr/bin/dpkg'))('dpkg agrees', () => {
  for (const [n, version] of versions.slice(1).entries())
    execFileSync('dpkg', ['--compare-versions', versions[n]!, 'lt', version])
})
