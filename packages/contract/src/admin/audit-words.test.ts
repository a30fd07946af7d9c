import { expect, test } from 'vitest'
import { z } from 'zod'
import { VALUE_NAME } from './audit-words.ts'
import { adminContract } from './contract.ts'

/** They choose what a list, a report or a file shows, or are names of their own (events of webhooks, slots of times). */
const steering =
  /^(sort|by|grain|part|basis|period|switched|events|encoding|slot|failure|reason|email|phone_display|kind|subject_id|view)$/

interface Node {
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Node>
}

test('what an operator chooses has a Japanese name in 操作履歴', () => {
  const nameless = new Set<string>()
  const look = (node: Node, name: string): void => {
    if (typeof node !== 'object' || node === null) return
    for (const value of [...(node.enum ?? []), node.const])
      if (typeof value === 'string' && /^[a-z][a-z_]+$/.test(value) && !steering.test(name) && !(value in VALUE_NAME))
        nameless.add(`${name}: ${value}`)
    for (const [key, child] of Object.entries(node.properties ?? {})) look(child, key)
    for (const [key, child] of Object.entries(node)) if (key !== 'properties') look(child as Node, name)
  }
  for (const endpoint of Object.values(adminContract))
    if ('body' in endpoint)
      look(z.toJSONSchema(endpoint.body as z.ZodType, { unrepresentable: 'any', io: 'input' }) as Node, '')
  expect([...nameless]).toEqual([])
})
