import type { Endpoint } from '@kushi/contract/endpoint'
import { invalidFields, ShopError } from '@kushi/shop/shop-error'
import { composed } from '@kushi/values/text'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { invalid } from './validation.ts'

/** An endpoint of the contract with its schemas as zod knows them. */
export type Checked = {
  [P in keyof Endpoint]: P extends 'params' | 'query' | 'body' | 'response' ? z.ZodType : Endpoint[P]
}

type Readable = Pick<Checked, 'params' | 'query' | 'body'> & { readonly upload?: number | undefined }

/** What somebody says to a call; the body is read once the rest is right. */
export interface Given {
  params: Record<string, string>
  /** A name that stands several times has an array. */
  query: Record<string, string | string[]>
  /** JSON, or of an upload its `content`. */
  body(): Promise<unknown>
}

/**
 * Path, query and body of a request, checked against the contract, in one object.
 * @throws ShopError 422 with every field that broke a rule, 400 for a body that is no JSON.
 */
export const readInput = (endpoint: Readable, c: HonoContext): Promise<object> =>
  checkInput(endpoint, {
    params: c.req.param(),
    query: endpoint.query ? queryOf(c) : {},
    body: () => (endpoint.upload ? fileOf(c) : bodyOf(c)),
  })

/** The same of what came another way. */
export async function checkInput(endpoint: Readable, { params, query, body }: Given): Promise<object> {
  return {
    ...check(endpoint.params, params),
    ...check(endpoint.query, endpoint.query && cleaned(query)),
    ...check(endpoint.body, endpoint.body && (endpoint.upload ? await body() : cleaned(await body()))),
  }
}

function check(schema: Checked['params'], given: unknown): object {
  if (!schema) return {}
  const checked = schema.safeParse(given, { reportInput: true })
  if (!checked.success) throw invalid(checked.error)
  return checked.data as object
}

function queryOf(c: HonoContext): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {}
  for (const [name, values] of Object.entries(c.req.queries())) given[name] = values.length === 1 ? values[0]! : values
  return given
}

const fileOf = async (c: HonoContext) => ({ content: new Uint8Array(await c.req.arrayBuffer()) })

const bodyOf = (c: HonoContext): Promise<unknown> =>
  c.req.json().catch((error: unknown) => {
    // Too large is told by the one who counts.
    if (!(error instanceof SyntaxError)) throw error
    throw new ShopError(400, 'ERROR_MALFORMED', '送信内容を読み取れませんでした。画面を読み込み直してください。')
  })

/** To the letter: what a driver reads, and what nobody but its owner may know (spec section 5). */
const untrimmed = new Set(['delivery_notes', 'password', 'password_confirm', 'current_password'])

const deepest = 12

/**
 * Input as the shop wants it: outer white space is never meant, kana and dakuten are one character (NFC), and what no database can keep (U+0000, half of a
 * surrogate pair) is never right.
 * @throws ShopError 422 for such text, 400 for what is nested without end.
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
  return untrimmed.has(path.at(-1) ?? '') ? value : composed(value.trim())
}
