import type { IncomingMessage } from 'node:http'
import { type Contract, contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import type { Context, Verb } from '@kushi/shop/context'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono, Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { AnswerCache } from './answer-cache.ts'
import { cacheKey } from './cacheable.ts'
import { invalid } from './validation.ts'

/** Each call of the contract and the verb that does it. */
export type Bindings = { [K in keyof Contract]: Verb<K> }

/** Makes the context of one request: who asks, for which shop. */
export type RequestContext = (c: HonoContext) => Promise<Context>

type Checked = { [P in keyof Endpoint]: P extends 'params' | 'query' | 'body' | 'response' ? z.ZodType : Endpoint[P] }

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** Mounts calls on `app`: check the input, find out who asks, run the verb, strip what the contract does not name. `keep`: where catalogue answers stay for a moment. */
export function implement(app: Hono, bindings: Partial<Bindings>, contextOf: RequestContext, keep?: AnswerCache): void {
  for (const [key, verb] of Object.entries(bindings)) {
    const endpoint = contract[key as keyof Contract] as unknown as Checked
    const [method, path] = key.split(' ') as [string, string]
    const run = verb as unknown as (ctx: Context, input: object) => Promise<unknown>
    app.on(method, honoPath(path), async (c) => {
      const ctx = await contextOf(c)
      if (endpoint.auth === 'member' && ctx.customer_id === null)
        throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
      const input = { ...params(endpoint, c), ...query(endpoint, c), ...(await body(endpoint, c)) }
      const generation = keep?.generation ?? 0
      const answer = JSON.stringify({ data: endpoint.response!.parse(await run(ctx, input)) })
      const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
      const cached = keep && incoming && cacheKey(incoming, ctx.shop_id)
      if (cached) keep.put(cached, generation, jsonHeaders, answer)
      return c.body(answer, 200, jsonHeaders)
    })
  }
}

const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

function params(endpoint: Checked, c: HonoContext): object {
  if (!endpoint.params) return {}
  const checked = endpoint.params.safeParse(c.req.param())
  if (!checked.success) throw invalid(checked.error)
  return checked.data as object
}

function query(endpoint: Checked, c: HonoContext): object {
  if (!endpoint.query) return {}
  const given: Record<string, string | string[]> = {}
  for (const [name, values] of Object.entries(c.req.queries())) given[name] = values.length === 1 ? values[0]! : values
  const checked = endpoint.query.safeParse(given)
  if (!checked.success) throw invalid(checked.error)
  return checked.data as object
}

async function body(endpoint: Checked, c: HonoContext): Promise<object> {
  if (!endpoint.body) return {}
  const given: unknown = await c.req.json().catch(() => {
    throw new ShopError(400, 'ERROR_MALFORMED', '送信内容を読み取れませんでした。画面を読み込み直してください。')
  })
  const checked = endpoint.body.safeParse(trimmed(given))
  if (!checked.success) throw invalid(checked.error)
  return checked.data as object
}

/** To the letter: what a driver reads, and what nobody but its owner may know (spec section 5). */
const untrimmed = new Set(['delivery_notes', 'password', 'password_confirm', 'current_password'])

/** Outer white space is never meant elsewhere. */
function trimmed(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return untrimmed.has(name) ? value : value.trim()
  if (Array.isArray(value)) return value.map((one) => trimmed(one))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, trimmed(one, key)]))
}
