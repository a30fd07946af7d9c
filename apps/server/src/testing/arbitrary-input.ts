import fc from 'fast-check'
import { SchemaComponents } from '../openapi/json-schema.ts'

type InputSchema = Record<string, unknown>

const components = new SchemaComponents()

const strings = [
  '',
  ' ',
  '　',
  '0',
  '-1',
  '1.5',
  '9'.repeat(20),
  '1e400',
  'NaN',
  'null',
  'true',
  '[object Object]',
  '\0',
  'a\0b',
  '\ud800',
  '👩‍👩‍👧',
  'ｶﾅ',
  '髙﨑',
  'a'.repeat(20_000),
  '../../etc/passwd',
  '%00',
  '%',
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '2026-11-30',
  '0000-01-01T00:00:00Z',
  '2480006',
  'hanako@example.com',
  '090',
  '09000000001',
  'Tsubaki2026',
  'さとう',
  '佐藤',
  '=1+1',
  '\r\nBcc: a@b.c',
  'key-0123456789abcdef',
]
const numbers = [0, 1, -1, 2, 3, 13, 14, 47, 99, 101, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300, 5e-324]
const deep = (depth: number): unknown => (depth ? [deep(depth - 1)] : [])

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], deep(50), { length: 1 }, ...numbers, ...strings),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Sometimes valid by the schema, sometimes almost valid, sometimes arbitrary. */
function near(schema: InputSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: meant(schema) }, { weight: 1, arbitrary: anything })
}

function meant(schema: InputSchema): fc.Arbitrary<unknown> {
  if (schema.$ref) return near(components.schemas[String(schema.$ref).split('/').at(-1)!]!)
  if (Array.isArray(schema.examples)) {
    const { examples, ...rest } = schema
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: meant(rest) })
  }
  const any = (schema.anyOf ?? schema.oneOf) as InputSchema[] | undefined
  if (any) return fc.oneof(...any.map(near))
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries((schema.properties ?? {}) as Record<string, InputSchema>)
      return fc.record(Object.fromEntries(fields.map(([name, one]) => [name, near(one)])), { requiredKeys: [] })
    }
    case 'array':
      return fc.array(near((schema.items ?? {}) as InputSchema), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.constantFrom(...numbers)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return schema.pattern
        ? fc.oneof(fc.constantFrom(...strings), matching(String(schema.pattern)))
        : fc.constantFrom(...strings)
    default:
      return anything
  }
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 40 })
  } catch {
    return fc.constantFrom(...strings)
  }
}

/** Input for one part of a call, by its schema in the API's own document. */
export const arbitraryInputFor = (schema: unknown, context?: string): fc.Arbitrary<unknown> =>
  near(components.of(schema, 'input', context))

export { anything }
