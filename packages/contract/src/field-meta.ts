import { z } from 'zod'
import { adminContract } from './admin/contract.ts'
import type { Calls } from './client.ts'
import { contract } from './contract.ts'
import './form/explained.ts'

/**
 * What the contract says of its fields. A field is explained where it is declared, by `.meta`: `description` for the
 * API's document, `title` (what an operator calls it) for 操作履歴, the admin's document and messages. The same name
 * elsewhere means the same and is not explained again. A name with several meanings has an explanation at each place.
 */
export interface FieldMeta {
  /** What a list or a page calls it, for names that no field has a title for. */
  label?: string | undefined
  title?: string | undefined
  description?: string | undefined
}

/** A schema and what it is made of. */
function inside({ def }: z.core.$ZodTypes['_zod']): z.core.$ZodType[] {
  switch (def.type) {
    case 'object':
      return Object.values(def.shape)
    case 'array':
      return [def.element]
    case 'union':
      return [...def.options]
    case 'tuple':
      return [...def.items, ...(def.rest ? [def.rest] : [])]
    case 'record':
    case 'map':
      return [def.valueType]
    case 'intersection':
      return [def.left, def.right]
    case 'pipe':
      return [def.in, def.out]
    case 'lazy':
      return [def.getter()]
    default:
      return 'innerType' in def ? [def.innerType] : []
  }
}

/** The schema's own, or of what `nullable`, `optional` and their kind wrap. */
function metaOf(schema: z.core.$ZodType): FieldMeta | undefined {
  const own = z.globalRegistry.get(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  return (own?.title ?? own?.description ?? own?.label ?? !('innerType' in def)) ? own : metaOf(def.innerType)
}

/** Every field of the calls with what is said of it. */
export function* fieldsOf(calls: Calls): Generator<[name: string, meta: FieldMeta]> {
  const seen = new Set<unknown>()
  const open: z.core.$ZodType[] = Object.values(calls).flatMap(({ params, query, body, response }) =>
    [params, query, body, response].filter((one) => one !== undefined).map((one) => one as z.core.$ZodType),
  )
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (seen.has(schema)) continue
    seen.add(schema)
    const { _zod } = schema as z.core.$ZodTypes
    if (_zod.def.type === 'object')
      for (const [name, field] of Object.entries(_zod.def.shape)) yield [name, metaOf(field) ?? {}]
    open.push(...inside(_zod))
  }
}

/** What is said of a name wherever it stands; a name that is explained in several ways has no common explanation. */
function byName(fields: Iterable<[string, FieldMeta]>, part: keyof FieldMeta): [name: string, words: string][] {
  const found = new Map<string, Set<string>>()
  for (const [name, { [part]: words }] of fields)
    if (words !== undefined) found.set(name, (found.get(name) ?? new Set()).add(words))
  return [...found].flatMap(([name, [words, ...others]]) => (others.length === 0 ? [[name, words!]] : []))
}

const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

/** Of customers' calls: name → sentence. */
export const fieldDescriptions = once(() => new Map(byName(fieldsOf(contract), 'description')))
/** Of all calls: name → Japanese name. Operators also act for members. */
export const fieldTitles = once(() => {
  const fields = [...fieldsOf(adminContract), ...fieldsOf(contract)]
  return new Map([...byName(fields, 'label'), ...byName(fields, 'title')])
})
