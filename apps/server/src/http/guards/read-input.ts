import type { Endpoint } from '@kushi/contract/endpoint'
import { invalidFields, ShopError } from '@kushi/shop/shop-error'
import { withoutUnseen } from '@kushi/values/registrable'
import { composed } from '@kushi/values/text'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { knows, unknownParameterFailures, unknownParameters } from './unknown-parameters.ts'
import { fieldFailures } from './validation.ts'

/** An endpoint of the contract with its zod schemas. */
export type CheckedEndpoint = {
  [P in keyof Endpoint]: P extends 'params' | 'query' | 'body' | 'response' ? z.ZodType : Endpoint[P]
}

type Readable = Pick<CheckedEndpoint, 'params' | 'query' | 'body'> & {
  readonly upload?: number | undefined
  /** What a PUT replaces: its read-only names (`id`, `created_at`) may come back with it, and change nothing. */
  readonly resource?: z.ZodType | undefined
}

/** The resource that a PUT replaces: what a GET of the same path answers, or else the PUT itself. */
export const resourceOf = (calls: object, key: string): z.ZodType | undefined => {
  const [method, path] = key.split(' ')
  const declared = calls as Record<string, CheckedEndpoint>
  return method === 'PUT' ? (declared[`GET ${path}`] ?? declared[key])?.response : undefined
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
export const readInput = (endpoint: Readable, c: HonoContext): Promise<object> =>
  checkInput(endpoint, {
    params: c.req.param(),
    query: queryOf(c),
    body: () => (endpoint.upload ? fileOf(c) : isPlainGet(c) ? undefined : bodyOf(c, endpoint.body)),
  })

/** The same for input that did not come over HTTP. */
export async function checkInput(endpoint: Readable, { params, query, body }: RawInput): Promise<object> {
  return {
    ...check(endpoint.params, params),
    ...check(endpoint.query, cleaned(query)),
    ...check(endpoint.body, endpoint.upload ? await body() : cleaned(await body()), endpoint.resource),
  }
}

const nothing = z.object({})

/** @throws ShopError 422 with every unknown name and every invalid field */
function check(schema: CheckedEndpoint['params'] = nothing.optional(), given: unknown, resource?: z.ZodType): object {
  const unknown = unknownParameterFailures(
    unknownParameters(schema, given).filter((path) => !resource || !knows(resource, given, path)),
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
 * Normalises input: removes characters that turn the direction of a text, trims outer white space, composes kana and dakuten into one character (NFC), and rejects what no
 * database can store (U+0000, half of a surrogate pair).
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
  return untrimmed.has(path.at(-1) ?? '') ? value : composed(withoutUnseen(value).trim())
}
