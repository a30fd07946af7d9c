import { glob, readFile } from 'node:fs/promises'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/** `Promise.all` over a transaction rejects while its other parts go on, and they would write after the rollback: `inOneRoundTrip`. */
test('no transaction is handed to Promise.all', async () => {
  const found: string[] = []
  for await (const file of glob('{packages/*,apps/server}/src/**/*.ts')) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(file, 'utf8')
    if (!text.includes('Promise.all')) continue
    new Visitor({
      CallExpression({ callee, start, end }) {
        const called = text.slice(callee.start, callee.end)
        if (/^Promise\.(?:all|race|any)$/.test(called) && /\b(?:tx|transaction)\b/.test(text.slice(start, end)))
          found.push(`${file}: ${text.slice(start, end).slice(0, 80)}`)
      },
    }).visit(parseSync(file, text).program)
  }
  expect(found).toEqual([])
})
