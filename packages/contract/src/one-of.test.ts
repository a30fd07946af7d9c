import { expect, test } from 'vitest'
import { adminContract } from './admin/contract.ts'
import { findFieldMeta, inputSchemasOf } from './field-meta.ts'

/** They steer a call and are never recorded, or are names of other systems. */
const steering = /^(sort|by|grain|part|period|switched|encoding|direction|repeat|report)$/

test('what an operator chooses has a Japanese name, which stands at its field', () => {
  const nameless: string[] = []
  for (const key of Object.keys(adminContract))
    for (const { name, ids, values } of choicesIn(inputSchemasOf(key)))
      if (!steering.test(name) && !key.includes('/setting/choices/')) {
        const without = ids.filter((id) => /^[a-z][a-z_]+$/.test(id) && values?.[id] === undefined)
        if (without.length > 0) nameless.push(`${key} ${name}: ${without.join(', ')}`)
      }
  expect(nameless).toEqual([])
})

test('a name is that of its field', () => {
  const say = (call: string, name: string, id: string) => findFieldMeta(inputSchemasOf(call), name).values?.[id]
  expect(say('POST /admin/v1/shipping/cancel-requests/{order_no}', 'decision', 'ship')).toBe('このまま送る')
  expect(say('POST /admin/v1/shipping/address-wishes/{order_no}', 'decision', 'ship')).toBe('元の宛先に送る')
  expect(say('POST /admin/v1/customers/{id}/notes', 'body', 'line')).toBeUndefined()
})

function* choicesIn(places: ReturnType<typeof inputSchemasOf>, seen = new Set<unknown>()): Generator<Choice> {
  for (const place of places) {
    if (seen.has(place)) continue
    seen.add(place)
    for (const name of namesIn(place)) {
      const field = findFieldMeta([place], name)
      const ids = field.places.flatMap(idsIn)
      if (ids.length > 0) yield { name, ids, values: field.values }
      yield* choicesIn(field.places, seen)
    }
  }
}

interface Choice {
  name: string
  ids: string[]
  values: Readonly<Record<string, string>> | undefined
}

interface Def {
  type: string
  shape?: object
  entries?: object
  values?: unknown[]
  innerType?: Schema
  element?: Schema
  options?: Schema[]
  in?: Schema
}
type Schema = { _zod: { def: Def } }

const wrapped = ({ innerType, element, options = [], in: input }: Def): Schema[] =>
  [innerType, element, input, ...options].filter((one) => one !== undefined)

const namesIn = (place: unknown): string[] => {
  const { def } = (place as Schema)._zod
  return def.shape ? Object.keys(def.shape) : wrapped(def).flatMap(namesIn)
}

const idsIn = (place: unknown): string[] => {
  const { def } = (place as Schema)._zod
  if (def.type === 'enum') return Object.values(def.entries ?? {}).map(String)
  if (def.type === 'literal') return (def.values ?? []).filter((one) => typeof one === 'string').map(String)
  return def.shape ? [] : wrapped(def).flatMap(idsIn)
}
