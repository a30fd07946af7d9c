import { glob, readFile } from 'node:fs/promises'
import { errorStatus } from '@kushi/contract/error-status'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const codesIn = (node: ESTree.Argument | undefined): string[] => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  return node?.type === 'ConditionalExpression' ? [...codesIn(node.consequent), ...codesIn(node.alternate)] : []
}

test('a code has one status wherever it is thrown, that of the document', async () => {
  const statuses = new Map(Object.entries(errorStatus).map(([code, status]) => [code, new Set<number>([status])]))
  let thrown = 0
  for await (const file of glob('{packages/*,apps/server}/src/**/*.ts')) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(file, 'utf8')
    if (!text.includes('new ShopError')) continue
    new Visitor({
      NewExpression({ callee, arguments: [status, code] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'ShopError') return
        if (status?.type !== 'Literal' || typeof status.value !== 'number') return
        thrown += 1
        for (const one of codesIn(code)) statuses.set(one, (statuses.get(one) ?? new Set()).add(status.value))
      },
    }).visit(parseSync(file, text).program)
  }
  expect(thrown).toBeGreaterThan(250)
  const several = [...statuses].filter(([, own]) => own.size > 1)
  expect(several.map(([code, own]) => `${code}: ${[...own].join(', ')}`)).toEqual([])
})
