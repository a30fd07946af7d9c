/**
 * Regexes on the server must not take quadratic time in the length of a visitor's input. This is judged by the regex's
 * structure and not by a clock: one that may start anywhere with an unbounded repetition searches again from every
 * character (`/\s+$/`, `/(-|\s+)ken$/`), and nested unbounded repetitions take even longer.
 */
import { glob, readFile } from 'node:fs/promises'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const atom = String.raw`(?:\\(?:[pu]\{[^}]*\}|[^bB])|\[(?:\\.|[^\]\\])*\]|[^\\\[\]()|*+?{}^$])`
const endless = String.raw`(?:[*+]|\{\d+,\})\??`
const opened = String.raw`(?:\((?:\?:|\?<\w+>)?|${atom}+\|)*`
const late = new RegExp(`^${opened}${atom}${endless}(?!\\)*$)`)
const nested = new RegExp(`\\((?:\\?:|\\?<\\w+>)?${atom}${endless}\\)${endless}`)

const isSlow = (pattern: string, flags: string) => nested.test(pattern) || (!flags.includes('y') && late.test(pattern))

test.each([
  ['\\s+$', true],
  ['(-|\\s+)(to|fu|ken)$', true],
  ['[?&]+$', true],
  ['[0-9]+-[0-9]+', true],
  ['^(a+)+$', true],
  ['^\\s+', false],
  ['\\s+', false],
  ['([\\s]+)', false],
  ['[- ](to|fu|ken)$', false],
  ['\\b[A-Z]{6,16}x', false],
  ['^[^@]+@[^@]+$', false],
])('%s: %s', (pattern, slow) => expect(isSlow(pattern, '')).toBe(slow))

/** Allowed regexes, with the reason. One that no longer occurs must be removed. */
const harmless: Record<string, string> = {
  'apps/server/src/config/env.ts \\/+$': 'settings of the installation',
  'apps/server/src/config/variables.ts \\/+$': 'settings of the installation',
  'packages/shop/src/foundation/setting/shop.ts \\/+$': 'settings of the installation',
}

const sources = ['packages/{values,contract,shop,adapters,db}/src/**/*.ts', 'apps/server/src/**/*.ts']

test('no regex of the server starts anywhere with an unbounded repetition', async () => {
  const found: string[] = []
  for await (const file of glob(sources)) {
    if (/\.test\.ts$|\/testing[/.-]/.test(file)) continue
    const { program } = parseSync(file, await readFile(file, 'utf8'))
    new Visitor({
      Literal(node) {
        if ('regex' in node && node.regex && isSlow(node.regex.pattern, node.regex.flags))
          found.push(`${file} ${node.regex.pattern}`)
      },
    }).visit(program)
  }
  expect(found.filter((one) => !(one in harmless))).toEqual([])
  expect(Object.keys(harmless).filter((one) => !found.includes(one))).toEqual([])
})
