import type { Contract } from './contract.ts'
import type { Endpoint, InputOf, OutputOf } from './endpoint.ts'
import type { FieldFailure } from './failure.ts'

/** The input of a call: params, query and body, as far as the call declares them. */
export type CallArguments<E> = ('params' extends keyof E ? { params: InputOf<E['params']> } : unknown) &
  ('query' extends keyof E
    ? object extends InputOf<E['query']>
      ? { query?: InputOf<E['query']> }
      : { query: InputOf<E['query']> }
    : unknown) &
  ('body' extends keyof E
    ? undefined extends InputOf<E['body']>
      ? { body?: InputOf<E['body']> }
      : { body: InputOf<E['body']> }
    : unknown)
/** The response of a call, by the call's key. */
export type CallResult<K extends keyof C, C extends CallTable = Contract> = OutputOf<C[K]['response']>

/** A table of calls: the customers' contract, or the admin's. */
export type CallTable = Record<string, Pick<Endpoint, 'params' | 'query' | 'body' | 'response'>>

/** A failed call. `status` 0: no response (no network, or the server is down). */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly error: string
  readonly fields: FieldFailure[]
  constructor(status: number, meta: { code?: number; error?: string; message?: string; fields?: FieldFailure[] } = {}) {
    super(meta.message ?? '通信できませんでした。電波の良いところで、もう一度お試しください。')
    this.status = status
    this.code = meta.code ?? status
    this.error = meta.error ?? 'ERROR_NETWORK'
    this.fields = meta.fields ?? []
  }
}

export type FetchLike = (path: string, init: RequestInit) => Response | Promise<Response>

/** A typed client of under 1 KB: it imports only types of the contract. Arrays in a query become repeated keys. */
export function makeClient<C extends CallTable = Contract>(doFetch: FetchLike) {
  return async function api<K extends keyof C & string>(
    key: K,
    ...rest: object extends CallArguments<C[K]>
      ? [args?: CallArguments<C[K]>, init?: RequestInit]
      : [args: CallArguments<C[K]>, init?: RequestInit]
  ): Promise<CallResult<K, C>> {
    const args = (rest[0] ?? {}) as {
      params?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: unknown
    }
    const space = key.indexOf(' ')
    let path = key
      .slice(space + 1)
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args.params?.[name])))
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(args.query ?? {}))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
    if (query.size) path += `?${query}`
    const init: RequestInit = { method: key.slice(0, space), ...rest[1] }
    if (args.body instanceof Blob) init.body = args.body
    else if (args.body !== undefined) {
      init.body = JSON.stringify(args.body)
      init.headers = { ...(init.headers as object), 'content-type': 'application/json' }
    }
    let res: Response
    try {
      res = await doFetch(path, init)
    } catch {
      throw new ApiError(0)
    }
    const body = (await res.json().catch(() => null)) as { data?: unknown; meta?: object } | null
    if (!res.ok || !body || !('data' in body)) throw new ApiError(res.status, body?.meta)
    return body.data as CallResult<K, C>
  }
}
export type ShopApiClient = ReturnType<typeof makeClient<Contract>>
