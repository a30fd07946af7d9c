import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@kushi/contract/endpoint'
import { invalidFields, ShopError } from '@kushi/shop/shop-error'
import { removeInvisible } from '@kushi/values/registrable'
import { composeKana } from '@kushi/values/text'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { declaresName, unknownParameterFailures, unknownParameters } from './unknown-parameters.ts'
import { fieldFailures } from './validation.ts'

/** An endpoint of the contract with its zod schemas. */
export type CheckedEndpoint = {
  [P in keyof Endpoint]: P extends 'params' | 'query' | 'body' | 'response' ? z.ZodType : Endpoint[P]
}

type Readable = Pick<CheckedEndpoint, 'params' | 'query' | 'body'> & {
  readonly upload?: number | undefined
  /** The resource that a PUT replaces: its read-only fields (`id`, `created_at`) may come back unchanged. */
  readonly resource?: z.ZodType | undefined
}

/**
 * Returns the schema of the resource that a PUT replaces, as the call that reads it answers. If no call reads it, the
 * schema holds only the names in its path.
 */
export function replacedResourceSchema(calls: object, key: string): z.ZodType | undefined {
  const declared = calls as Record<string, CheckedEndpoint>
  const reader = findReadCallOfPut(calls, key)
  if (!reader) return key.startsWith('PUT ') ? declared[key]!.params : undefined
  const { response } = declared[reader]!
  return isListOfResource(reader, key) ? (response as List).shape.items.element : response
}

type List = z.ZodObject<{ items: z.ZodArray<z.ZodType> }>

/**
 * Whether a GET call lists the resources that a PUT replaces one by one: `GET /…/payments` and `PUT /…/payments/{id}`.
 */
export const isListOfResource = (reader: string, key: string) => key.startsWith(`PUT ${reader.slice('GET '.length)}/`)

/** Returns the key of the GET call that reads what a PUT replaces; undefined if there is none. */
export function findReadCallOfPut(calls: object, key: string): string | undefined {
  const [method, path] = key.split(' ')
  if (method !== 'PUT') return undefined
  const reader = (calls as Record<string, CheckedEndpoint>)[key]?.replaces ?? `GET ${path}`
  return reader in calls ? reader : undefined
}

/** Reads the current state of what a PUT replaces. `named`: the names in the path. */
export type ReadCurrent = (named: object) => Promise<object>

/**
 * Builds the function that reads the current state of what a PUT replaces, from the endpoint of its GET call. In a
 * list it picks the entry with the same id.
 */
export const makeReadCurrent =
  (
    { params, query, response }: CheckedEndpoint,
    isList: boolean,
    ask: (input: object) => Promise<unknown>,
  ): ReadCurrent =>
  async (named) => {
    const answer = (response ?? nothing).parse(await ask({ ...check(query, {}), ...(params && named) }))
    if (!isList) return answer as object
    // The call itself reports a missing one.
    return (answer as { items: Value[] }).items.find((one) => one?.id === (named as Value)?.id) ?? named
  }

/** The input of a call; the body is read only after the rest is valid. */
export interface RawInput {
  params: Record<string, string>
  /** A repeated name has an array. */
  query: Record<string, string | string[]>
  /** JSON, or the `content` of an upload. */
  body(): unknown
}

/**
 * Reads path, query and body of a request into one object, validated against the contract.
 * @throws ShopError 422 with every invalid field; 400 for a body that is not JSON
 */
export const readInput = (endpoint: Readable, c: HonoContext, current?: ReadCurrent): Promise<object> =>
  checkInput(
    endpoint,
    {
      params: c.req.param(),
      query: queryOf(c),
      body: () => (endpoint.upload ? fileOf(c) : isPlainGet(c) ? undefined : bodyOf(c, endpoint.body)),
    },
    current,
  )

/**
 * Validates path, query and body that did not come over HTTP, as `readInput` does.
 * @throws ShopError 422 with every invalid field
 */
export async function checkInput(
  endpoint: Readable,
  { params, query, body }: RawInput,
  current?: ReadCurrent,
): Promise<object> {
  const named = check(endpoint.params, params)
  const asked = check(endpoint.query, cleaned(query))
  const given = endpoint.upload ? await body() : cleaned(await body())
  const wanted = check(endpoint.body, given, endpoint.resource)
  const back = endpoint.resource ? unknownParameters(endpoint.body ?? nothing, given) : []
  if (back.length > 0) {
    const standing = current ? await current(named) : named
    refuseOthers(back, given, cleaned(JSON.parse(JSON.stringify(standing))))
  }
  return { ...named, ...asked, ...wanted }
}

/**
 * Refuses read-only fields that a PUT sends with other values. Changes made meanwhile are reported by the call, which
 * compares the version.
 * @throws ShopError 422 for a changed read-only field
 */
function refuseOthers(back: readonly (readonly (string | number)[])[], given: unknown, current: unknown): void {
  const { version } = (given ?? {}) as { version?: unknown }
  const isChecked = version !== undefined && back.every(([name]) => name !== 'version')
  if (isChecked && version !== (current as Value)?.version) return
  const other = back.filter((path) => !isDeepStrictEqual(...pairAt(given, current, path)))
  if (other.length > 0)
    throw invalidFields(
      other.slice(0, 20).map((path) => ({
        path: path.join('.'),
        message_id: 'read_only_name',
        message: `「${String(path.at(-1))}」は、ここでは変えられません。いまのままの値をお送りになるか、お省きください。`,
      })),
    )
}

type Value = (Record<string | number, unknown> & { id?: unknown; version?: unknown }) | null | undefined

/**
 * Returns the values of both at this place. In a list the entry with the same `id` counts; a new entry has none to
 * differ from.
 */
function pairAt(given: unknown, current: unknown, path: readonly (string | number)[]): [unknown, unknown] {
  const [name, ...rest] = path
  if (name === undefined) return [given, current]
  const one = (given as Value)?.[name]
  if (!Array.isArray(current)) return pairAt(one, (current as Value)?.[name], rest)
  const other = current.find((entry: Value) => entry?.id !== undefined && entry.id === (one as Value)?.id)
  return other === undefined ? [null, null] : pairAt(one, other, rest)
}

const nothing = z.object({})

/** @throws ShopError 422 with every unknown name and every invalid field */
function check(schema: CheckedEndpoint['params'] = nothing.optional(), given: unknown, resource?: z.ZodType): object {
  const unknown = unknownParameterFailures(
    unknownParameters(schema, given).filter((path) => !resource || !declaresName(resource, given, path)),
  )
  const checked = schema.safeParse(given, { reportInput: true })
  if (checked.success && unknown.length === 0) return (checked.data ?? {}) as object
  const others = checked.success ? [] : fieldFailures(schema, checked.error)
  throw invalidFields([...unknown, ...others.filter(({ path }) => unknown.every((one) => one.path !== path))])
}

function queryOf(c: HonoContext): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {}
  for (const [name, values] of Object.entries(c.req.queries())) given[name] = values.length === 1 ? values[0]! : values
  return given
}

/** A GET without a body: asking for one would make Hono's light request a whole `Request`. */
const isPlainGet = (c: HonoContext) =>
  c.req.method === 'GET' &&
  Number(c.req.header('content-length') ?? 0) === 0 &&
  c.req.header('transfer-encoding') === undefined

const fileOf = async (c: HonoContext) => ({ content: new Uint8Array(await c.req.arrayBuffer()) })

async function bodyOf(c: HonoContext, schema: CheckedEndpoint['body'] = nothing.optional()): Promise<unknown> {
  const text = await c.req.text()
  if (text === '' && schema.safeParse(undefined).success) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ShopError(400, 'ERROR_MALFORMED', '送信内容を読み取れませんでした。画面を読み込み直してください。')
  }
}

/** Kept verbatim: text for the driver, and passwords (spec section 5). */
const untrimmed = new Set(['delivery_notes', 'password', 'password_confirm', 'current_password'])

const deepest = 12

/**
 * Normalises input: removes characters that turn the direction of a text, trims outer white space, and composes kana
 * and dakuten into one character (NFC). Rejects text that no database can store (U+0000, half of a surrogate pair).
 * @throws ShopError 422 for such text; 400 for excessive nesting
 */
function cleaned(value: unknown, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return text(value, path)
  if (value === null || typeof value !== 'object') return value
  if (path.length > deepest) throw new ShopError(400, 'ERROR_MALFORMED', '送信内容を読み取れませんでした。')
  if (Array.isArray(value)) return value.map((one, n) => cleaned(one, [...path, String(n)]))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one, [...path, name])]))
}

function text(value: string, path: readonly string[]): string {
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidFields([
      {
        path: path.join('.'),
        message_id: 'cmn-err-003',
        message: '使えない文字が含まれています。入力し直してください。',
      },
    ])
  return untrimmed.has(path.at(-1) ?? '') ? value : composeKana(removeInvisible(value).trim())
}
