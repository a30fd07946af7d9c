import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminContract } from './contract.ts'

const changes = Object.entries(adminContract).filter(([key]) => /^(PUT|PATCH) \/admin\/v1\/setting\//.test(key))

test('a field that came later stays as it is where a client leaves it out: no change of a setting has defaults', () => {
  const reset: string[] = []
  const look = (node: object, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, child] of Object.entries(node)) {
      const isField = path.endsWith('.properties') && 'default' in child
      if (isField) reset.push(`${path}.${key}`)
      look(child, `${path}.${key}`)
    }
  }
  for (const [key, { body }] of changes as [string, { body: z.ZodType }][])
    look(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }), key)
  expect(changes.length).toBeGreaterThan(10)
  expect(reset).toEqual([])
})
