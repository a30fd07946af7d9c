import type { Contract } from './contract.ts'
import type { Endpoint, In, Out } from './endpoint.ts'
import type { FieldFailure } from './failure.ts'

export type Args<E> = ('params' extends keyof E ? { params: In<E['params']> } : unknown) &
  ('query' extends keyof E
    ? object extends In<E['query']>
      ? { query?: In<E['query']> }
      : { query: In<E['query']> }
    : unknown) &
  ('body' extends keyof E
    ? undefined extends In<E['body']>
      ? { body?: In<E['body']> }
      : { body: In<E['body']> }
    : unknown)
export type Result<K extends keyof C, C extends Calls = Contract> = Out<C[K]['response']>

/** A table of calls: the customers' contract, or the admin's. */
export type Calls = Record<string, Pick<Endpoint, 'params' | 'query' | 'body' | 'response'>>

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
export function makeClient<C extends Calls = Contract>(doFetch: FetchLike) {
  return async function api<K extends keyof C & string>(
    key: K,
    ...rest: object extends Args<C[K]>
      ? [args?: Args<C[K]>, init?: RequestInit]
      : [args: Args<C[K]>, init?: RequestInit]
  ): Promise<Result<K, C>> {
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
    return body.data as Result<K, C>
  }
}
export type Api = ReturnType<typeof makeClient<Contract>>
