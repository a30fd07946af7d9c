import * as abandonment from '@kushi/contract/abandonment'
import * as address from '@kushi/contract/address'
import * as amazon from '@kushi/contract/amazon'
import * as card from '@kushi/contract/card'
import * as cart from '@kushi/contract/cart'
import * as common from '@kushi/contract/common'
import * as contact from '@kushi/contract/contact'
import * as customer from '@kushi/contract/customer'
import * as delivery from '@kushi/contract/delivery'
import * as failure from '@kushi/contract/failure'
import { fieldDescriptions, fieldTitles } from '@kushi/contract/field-meta'
import * as addressForm from '@kushi/contract/form/address'
import * as contactForm from '@kushi/contract/form/contact'
import * as lineForm from '@kushi/contract/form/line-contact'
import * as memberForm from '@kushi/contract/form/member'
import * as memberUpdateForm from '@kushi/contract/form/member-update'
import * as passwordForm from '@kushi/contract/form/password'
import * as privacyForm from '@kushi/contract/form/privacy'
import * as line from '@kushi/contract/line'
import * as order from '@kushi/contract/order'
import * as postcode from '@kushi/contract/postcode'
import * as product from '@kushi/contract/product'
import * as quote from '@kushi/contract/quote'
import * as setting from '@kushi/contract/setting'
import * as subscription from '@kushi/contract/subscription'
import * as voice from '@kushi/contract/voice'
import { z } from 'zod'
import { inputExamples } from './examples.ts'
import { textRules } from './text-rules.ts'

export type JsonSchemaObject = { [name: string]: unknown }
type Properties = Record<string, JsonSchemaObject>
type Io = 'input' | 'output'

/** Every schema that a contract module exports is a named type of the document. */
const named = z.registry<{ id: string }>()
for (const module of [
  addressForm,
  contactForm,
  lineForm,
  memberForm,
  memberUpdateForm,
  passwordForm,
  privacyForm,
  failure,
  quote,
  address,
  delivery,
  cart,
  product,
  card,
  amazon,
  customer,
  contact,
  common,
  line,
  order,
  subscription,
  setting,
  voice,
  postcode,
  abandonment,
])
  for (const [id, schema] of Object.entries(module))
    if (/^[A-Z]/.test(id) && isSchema(schema) && !named.has(schema)) named.add(schema, { id })

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** The explanations of properties without their own `.meta`; for customers' calls also rules and examples. */
interface Words {
  of(): ReadonlyMap<string, string>
  hasRules: boolean
}
const ofCustomers: Words = { of: fieldDescriptions, hasRules: true }
/** Words for the fields of operators' calls, named as in the audit log (操作履歴). */
export const operatorFieldDescriptions: Words = { of: fieldTitles, hasRules: false }

/** Named types found so far; the same for input and output, or with the suffix `Input` for the input form. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchemaObject> = {}
  readonly #words: Words

  constructor(words: Words = ofCustomers) {
    this.#words = words
  }

  /**
   * Converts a contract schema to JSON Schema; named types become references, and every property gets its description.
   */
  of(schema: unknown, io: Io, context = ''): JsonSchemaObject {
    const options = {
      io,
      metadata: named,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: explained,
    } as const
    // A named schema becomes a reference only inside another one, so it is wrapped.
    const whole = z.toJSONSchema(z.object({ root: schema as z.ZodType }), options) as JsonSchemaObject
    const definitions = (whole.$defs ?? {}) as Record<string, JsonSchemaObject>
    const worded = new Map(Object.entries(definitions).map(([id, one]) => [id, inWords(one, io, id, this.#words)]))
    const names = new Map([...worded].map(([id, one]) => [id, this.#nameOf(id, one, io)]))
    for (const [id, one] of worded) this.schemas[names.get(id)!] ??= renamed(one, names) as JsonSchemaObject
    return renamed(inWords((whole.properties as Properties).root!, io, context, this.#words), names) as JsonSchemaObject
  }

  #nameOf(id: string, schema: JsonSchemaObject, io: Io): string {
    if (io === 'output') return id
    const out = z.toJSONSchema(schemaOf(id), {
      io: 'output',
      metadata: named,
      unrepresentable: 'any',
      override: explained,
    }) as JsonSchemaObject
    const isSame =
      JSON.stringify(withoutMeta(inWords(out, 'output', id, this.#words))) === JSON.stringify(withoutMeta(schema))
    return isSame || /(Form|Update|Draft|Choice|Pattern)$/.test(id) ? id : `${id}Input`
  }
}

function schemaOf(id: string): z.ZodType {
  const found = [...(named as unknown as { _idmap: Map<string, z.ZodType> })._idmap].find(([one]) => one === id)
  return found![1]
}

/** `named` replaces zod's own registry, in which a declaration's `.meta` stands. */
const explained = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}) => {
  const description = z.globalRegistry.get(zodSchema)?.description
  if (description !== undefined && jsonSchema.$ref === undefined) jsonSchema.description = description
}

const withoutMeta = ({ $schema: _, $defs: _defs, id: _id, ...rest }: JsonSchemaObject) => rest

/** References point to the components, under their names there. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === '$ref' && typeof one === 'string'
        ? [key, `#/components/schemas/${names.get(one.split('/').at(-1)!)}`]
        : [key, renamed(one, names)],
    ),
  )
}

/**
 * Adds description, rules and examples to each property. `context`: the named type, or the path of names to this point.
 */
function inWords(schema: JsonSchemaObject, io: Io, context: string, by: Words): JsonSchemaObject {
  const { id: _, additionalProperties: _more, $schema: _schema, $defs: _defs, ...rest } = schema
  // The bounds of safe integers say nothing beyond a JSON number.
  for (const bound of ['minimum', 'maximum'])
    if (Math.abs(Number(rest[bound])) === Number.MAX_SAFE_INTEGER) delete rest[bound]
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(rest[key])) rest[key] = rest[key].map((one: JsonSchemaObject) => inWords(one, io, context, by))
  if (rest.items) rest.items = inWords(rest.items as JsonSchemaObject, io, context, by)
  if (rest.properties)
    rest.properties = Object.fromEntries(
      Object.entries(rest.properties as Properties).map(([name, one]) => [name, property(name, one, io, context, by)]),
    )
  return rest
}

function property(name: string, schema: JsonSchemaObject, io: Io, context: string, by: Words): JsonSchemaObject {
  const inside = context ? `${context}.${name}` : name
  const described = inWords(schema, io, inside, by)
  const explanation = described.description ?? by.of().get(name)
  if (explanation !== undefined) described.description = explanation
  if (io === 'output' || !by.hasRules) return described
  const rule = textRules[`${context}.${name}`] ?? textRules[name]
  if (rule) addRule(described, rule)
  else if (name in inputExamples && !described.examples) {
    const example = fitting(described, inputExamples[name])
    if (example !== undefined) described.examples = [example]
  }
  return described
}

/** The example as this property takes it: a query has numbers as text, and a name may mean something else elsewhere. */
function fitting(schema: JsonSchemaObject, example: unknown): unknown {
  if (JSON.stringify(schema).includes('$ref')) return example
  const read = z.fromJSONSchema(schema as never)
  return [example, String(example)].find((one) => read.safeParse(one).success)
}

/** Adds one of our field rules if the schema has no text rule (pattern, format, enum, length) of its own. */
function addRule(schema: JsonSchemaObject, rule: object): void {
  const text = ((schema.anyOf as JsonSchemaObject[] | undefined)?.find(({ type }) => type === 'string') ??
    schema) as JsonSchemaObject
  const isFree =
    text.type === 'string' && ['pattern', 'format', 'enum', 'minLength', 'maxLength'].every((key) => !(key in text))
  if (isFree) Object.assign(text, rule)
}
