import { z } from 'zod'
import { adminContract } from './admin/contract.ts'
import type { Calls } from './client.ts'
import { contract } from './contract.ts'
import './form/explained.ts'
import type { ClosedList } from './one-of.ts'

/**
 * What the contract says of its fields. A field is explained where it is declared, by `.meta`: `description` for the
 * API's document, `title` (what an operator calls it) for 操作履歴, the admin's document and messages. The same name
 * elsewhere means the same and is not explained again. Of a name with several meanings the usual one is marked `common`;
 * the others stand at their places.
 */
export interface FieldMeta {
  /** What a list or a page calls it, for names that no field has a title for. */
  label?: string | undefined
  title?: string | undefined
  description?: string | undefined
  /** The Japanese names of its values; of a union those of what tells its options apart. */
  values?: ClosedList | undefined
  /** Of several explanations of a name, the one of all places that have none. */
  common?: true | undefined
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

/** The schema's own, and of what `nullable`, `optional` and their kind wrap. */
function metaOf(schema: z.core.$ZodType): FieldMeta {
  const own: FieldMeta = z.globalRegistry.get(schema) ?? {}
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (!('innerType' in def)) return own
  const { values, ...words } = metaOf(def.innerType)
  return (own.title ?? own.description ?? own.label) ? { values, ...own } : { values, ...words, ...own }
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
      for (const [name, field] of Object.entries(_zod.def.shape))
        yield [name, { ...metaOf(field), values: valuesOf(field) }]
    open.push(...inside(_zod))
  }
}

/** What is said of a name wherever it stands: the only explanation, or the one that is marked `common`. */
function byName(fields: Iterable<[string, FieldMeta]>, part: 'label' | 'title' | 'description') {
  const found = new Map<string, Map<string, boolean>>()
  for (const [name, meta] of fields) {
    const words = meta[part]
    if (words === undefined) continue
    const all = found.get(name) ?? new Map<string, boolean>()
    found.set(name, all.set(words, all.get(words) === true || meta.common === true))
  }
  return [...found].flatMap(([name, all]): [name: string, words: string][] => {
    const [words, ...others] = all.size === 1 ? all.keys() : [...all.keys()].filter((one) => all.get(one))
    return words !== undefined && others.length === 0 ? [[name, words]] : []
  })
}

/** The names of a field's values, wherever it says them: itself, or what its list consists of. */
const valuesOf = (schema: z.core.$ZodType): ClosedList | undefined => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const { values } = metaOf(schema)
  if (values && def.type !== 'union') return values
  return def.type === 'array' || def.type === 'pipe' || def.type === 'union' || 'innerType' in def
    ? inside((schema as z.core.$ZodTypes)._zod)
        .map(valuesOf)
        .find(Boolean)
    : undefined
}

/** Where in a call a recorded value may have been typed. */
export type FieldPlace = z.core.$ZodType

/** What an operator types in a call, or a member for whom one acts. */
export function placesIn(action: string): FieldPlace[] {
  const call: Calls[string] | undefined = (adminContract as Calls)[action] ?? (contract as Calls)[action]
  return [call?.body, call?.params].filter((one) => one !== undefined).map((one) => one as z.core.$ZodType)
}

/** The schemas of a field in these, and the names that say what its key is or what its values are. */
export function fieldIn(places: readonly FieldPlace[], name: string) {
  const found: FieldPlace[] = []
  const lists: ClosedList[] = []
  let key: string | undefined
  const look = (place: z.core.$ZodType, discriminated?: { by: string; values: ClosedList }): void => {
    const { def } = (place as z.core.$ZodTypes)._zod
    if (def.type === 'object') {
      const field = def.shape[name]
      if (field === undefined) return
      found.push(field)
      const values = discriminated?.by === name ? discriminated.values : valuesOf(field)
      if (values) lists.push(values)
      return
    }
    if (def.type === 'record') {
      found.push(def.valueType)
      key ??= valuesOf(def.keyType)?.[name]
      return
    }
    const { values } = metaOf(place)
    const by = 'discriminator' in def && typeof def.discriminator === 'string' ? def.discriminator : undefined
    for (const one of inside((place as z.core.$ZodTypes)._zod)) look(one, by && values ? { by, values } : discriminated)
  }
  for (const place of places) look(place)
  return { places: found, key, values: lists.length > 0 ? (Object.assign({}, ...lists) as ClosedList) : undefined }
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

/** Of all calls: name → the names of its values, of a name that has the same wherever it stands. */
export const fieldValues = once(() => {
  const found = new Map<string, ClosedList | null>()
  for (const [name, { values = null }] of [...fieldsOf(adminContract), ...fieldsOf(contract)])
    found.set(name, found.has(name) && found.get(name) !== values ? null : values)
  return found
})
