import { z } from 'zod'
import { adminContract } from './admin/contract.ts'
import type { CallTable } from './client.ts'
import { contract } from './contract.ts'
import './form/explained.ts'
import type { ClosedList } from './one-of.ts'
import type { PersonalDataKind } from './personal.ts'

/**
 * The explanations of the contract's fields. A field is explained where it is declared, by `.meta`: `description` for
 * the API's document, `title` (the operators' name of it) for 操作履歴, the admin's document and messages. The same name
 * elsewhere has the same meaning and is not explained again. If a name has several meanings, the usual one is marked
 * `common`; the others are explained at their places.
 */
export interface FieldMeta {
  /** What a list or a page calls it, for names that no field has a title for. */
  label?: string | undefined
  title?: string | undefined
  description?: string | undefined
  /** The Japanese names of its values; for a union those of the field that distinguishes its options. */
  values?: ClosedList | undefined
  /** The shop's own words (`markCustomerFacing`); else why customers do not read them, or nobody is misled by them. */
  read_by?: 'customers' | undefined
  /** The kind of personal data that it may contain; it is masked for operators and keys who may not see such data. */
  personal?: PersonalDataKind | undefined
  /** Of several explanations of a name, the one of all places that have none. */
  common?: true | undefined
}

/** Yields a schema and the schemas inside it. */
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
  return (own.title ?? own.description ?? own.label)
    ? { values, read_by: words.read_by, ...own }
    : { values, ...words, ...own }
}

/**
 * Returns an answer with all personal data replaced by `mask`. Returns the answer itself if its schema declares no
 * personal data.
 */
export function maskPersonalData<T>(
  place: FieldSchema,
  value: T,
  mask: (kind: PersonalDataKind, text: string) => string,
): T {
  return hasPersonal(place) ? (maskedIn(place, value, mask) as T) : value
}

function maskedIn(place: FieldSchema, value: unknown, mask: (kind: PersonalDataKind, text: string) => string): unknown {
  const kind = (z.globalRegistry.get(place) as FieldMeta | undefined)?.personal
  if (kind !== undefined) return deepTexts(value, (text) => mask(kind, text))
  if (value === null || typeof value !== 'object' || !hasPersonal(place)) return value
  const { _zod } = place as z.core.$ZodTypes
  const { def } = _zod
  if (def.type === 'array' && Array.isArray(value)) return value.map((one) => maskedIn(def.element, one, mask))
  if (def.type !== 'object') return inside(_zod).reduce<unknown>((one, part) => maskedIn(part, one, mask), value)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, def.shape[name] ? maskedIn(def.shape[name], one, mask) : one]),
  )
}

const deepTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => deepTexts(one, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deepTexts(one, change)]))
}

const personalPlaces = new WeakMap<object, boolean>()
/** A schema that contains itself has asked itself before. */
function hasPersonal(place: FieldSchema): boolean {
  const known = personalPlaces.get(place)
  if (known !== undefined) return known
  personalPlaces.set(place, false)
  const { _zod } = place as z.core.$ZodTypes
  const parts = _zod.def.type === 'object' ? Object.values(_zod.def.shape) : inside(_zod)
  const has = (z.globalRegistry.get(place) as FieldMeta | undefined)?.personal !== undefined || parts.some(hasPersonal)
  personalPlaces.set(place, has)
  return has
}

/** Lists every field of these calls with its declared explanation. */
export function* listContractFields(calls: CallTable): Generator<[name: string, meta: FieldMeta]> {
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
        yield [
          name,
          { ...metaOf(field), values: valuesOf(field), read_by: isReadByCustomers(field) ? 'customers' : undefined },
        ]
    open.push(...inside(_zod))
  }
}

/** Returns the explanation of a name: the only one, or the one that is marked `common`. */
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

/** Whether it is a text of the shop that customers read. */
const isReadByCustomers = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (metaOf(schema).read_by === 'customers') return true
  return def.type === 'array' || def.type === 'pipe' || def.type === 'union' || 'innerType' in def
    ? inside((schema as z.core.$ZodTypes)._zod).some(isReadByCustomers)
    : false
}

/** Returns the names of a field's values, from the field itself or from the items of its list. */
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

/** A schema of a call's input in which a recorded value may have been entered. */
export type FieldSchema = z.core.$ZodType

/**
 * Returns the schemas of the input of a call, by the call's key. Calls of customers are included, because an operator
 * can act for a member.
 */
export function inputSchemasOf(action: string): FieldSchema[] {
  const call: (CallTable[string] & { rows?: unknown }) | undefined =
    (adminContract as CallTable)[action] ?? (contract as CallTable)[action]
  return [call?.body, call?.params, call?.rows].filter((one) => one !== undefined).map((one) => one as z.core.$ZodType)
}

/**
 * Finds a field at the top level of these schemas. Returns its schemas, the Japanese name of a record's key, and the
 * names of the field's values.
 */
export function findFieldMeta(places: readonly FieldSchema[], name: string) {
  const found: FieldSchema[] = []
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
  const isRead = found.some(isReadByCustomers)
  return {
    places: found,
    isRead,
    key,
    values: lists.length > 0 ? (Object.assign({}, ...lists) as ClosedList) : undefined,
  }
}

const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

/** Descriptions of the fields of customers' calls, by field name. */
export const fieldDescriptions = once(() => new Map(byName(listContractFields(contract), 'description')))
/**
 * Japanese names of the fields of all calls, by field name. Customers' calls are included, because operators also act
 * for members.
 */
export const fieldTitles = once(() => {
  const fields = [...listContractFields(adminContract), ...listContractFields(contract)]
  return new Map([...byName(fields, 'label'), ...byName(fields, 'title')])
})

/**
 * Finds a field at any depth of these schemas. The level nearest to the top wins. The result has no schemas if there
 * is no such field.
 */
export function findFieldMetaAtAnyDepth(
  places: readonly FieldSchema[],
  name: string,
): ReturnType<typeof findFieldMeta> {
  const seen = new Set<FieldSchema>()
  for (let open = [...places]; open.length > 0; ) {
    const field = findFieldMeta(open, name)
    if (field.places.length > 0) return field
    open = open.flatMap((place) => {
      const { _zod } = place as z.core.$ZodTypes
      return _zod.def.type === 'object' ? Object.values(_zod.def.shape) : inside(_zod)
    })
    open = open.filter((place) => !seen.has(place) && seen.add(place))
  }
  return findFieldMeta([], name)
}

/** Names of the fields that operators enter and that customers read in every place where they occur. */
export const customerFacingFieldNames = once(() => {
  const found = new Map<string, boolean>()
  const bodies = Object.entries(adminContract as CallTable).flatMap(([key, { body }]) =>
    body ? [[key, { body }] as const] : [],
  )
  for (const [name, { read_by }] of listContractFields(Object.fromEntries(bodies) as unknown as CallTable))
    found.set(name, (found.get(name) ?? true) && read_by === 'customers')
  return new Set([...found].flatMap(([name, isRead]) => (isRead ? [name] : [])))
})

/**
 * Names of the values of each field of all calls, by field name; null if a field has different values in different
 * places.
 */
export const fieldValueNames = once(() => {
  const found = new Map<string, ClosedList | null>()
  for (const [name, { values = null }] of [...listContractFields(adminContract), ...listContractFields(contract)])
    found.set(name, found.has(name) && found.get(name) !== values ? null : values)
  return found
})
