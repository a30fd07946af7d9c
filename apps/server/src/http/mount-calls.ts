import type { IncomingMessage } from 'node:http'
import { contract } from '@kushi/contract/contract'
import type { FileAnswer } from '@kushi/contract/file'
import type { CallHandlers, Context } from '@kushi/shop/context'
import { previewShopAsOf } from '@kushi/shop/operation/schedule/preview-as-of'
import { recordActingAction } from '@kushi/shop/people/acting/record-acting-action'
import { requireConfirmedDevice } from '@kushi/shop/people/session/confirmed-device'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono, Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { Deps } from '../deps/deps.ts'
import { noTrace, type Trace } from '../trace/trace.ts'
import { answerResponse, encodeAnswer } from './answer.ts'
import { answerFile } from './answer-file.ts'
import { sortByMountOrder, toHonoPath } from './call-path.ts'
import { answerJson } from './compress.ts'
import {
  type CheckedEndpoint,
  findReadCallOfPut,
  isListOfResource,
  makeReadCurrent,
  type ReadCurrent,
  readInput,
  replacedResourceSchema,
} from './guards/read-input.ts'
import { securityHeaderFields } from './guards/security-headers.ts'
import { openShopCacheKey } from './pages/cacheable.ts'

/** Builds the context of one request: its caller and its shop. `shop_id`: set if the path names the shop. */
export type RequestContext = (c: HonoContext, shop_id?: number) => Promise<Context>

/** Cache for catalogue answers. */
type Keep = Pick<Deps, 'answers' | 'config' | 'closedShops'>

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store', ...securityHeaderFields }

/** Mounts the calls of the contract on `app`. `keep`: cache for catalogue answers. */
export function mountCalls(
  app: Hono,
  calls: Partial<CallHandlers>,
  contextOf: RequestContext,
  keep?: Keep,
  trace: Trace = noTrace,
): void {
  const declared = contract as unknown as Record<string, CheckedEndpoint>
  for (const { handler, ...call } of sortByMountOrder(calls)) {
    const endpoint = {
      ...declared[call.key]!,
      resource: replacedResourceSchema(contract, call.key),
    }
    const run = handler as unknown as Run
    const reader = findReadCallOfPut(contract, call.key) as keyof CallHandlers | undefined
    const read = reader && (calls[reader] as unknown as Run | undefined)
    const currentOf =
      read &&
      ((ctx: Context) =>
        makeReadCurrent(declared[reader!]!, isListOfResource(reader!, call.key), (input) => read(ctx, input)))
    mountCall(app, { ...call, endpoint, name: handler.name, currentOf }, contextOf, run, keep, trace)
  }
}

type Run = (ctx: Context, input: object) => Promise<unknown>

interface MountedCall {
  key: string
  method: string
  path: string
  endpoint: CheckedEndpoint & { resource?: z.ZodType | undefined }
  /** In traces. */
  name: string
  /** For a PUT: reads the resource that it replaces. */
  currentOf?: ((ctx: Context) => ReadCurrent) | undefined
}

/**
 * Mounts one call: identifies the caller, validates the input, runs the handler, and drops properties that the endpoint does
 * not declare.
 */
export function mountCall(
  app: Hono,
  { key, method, path, endpoint, name, currentOf }: MountedCall,
  contextOf: RequestContext,
  run: Run,
  keep?: Keep,
  trace: Trace = noTrace,
): void {
  app.on(method, toHonoPath(path), async (c) => {
    const ctx = await contextOf(c)
    if (endpoint.auth === 'member' && ctx.customer_id === null)
      throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
    const input = await readInput(endpoint, c, currentOf?.(ctx))
    await recordActingAction(ctx, key, input)
    if (endpoint.confirmed_device) await requireConfirmedDevice(ctx)
    const generation = keep?.answers.generation ?? 0
    const data = endpoint.response!.parse(
      await trace.span({ name: `handler ${name}` }, () =>
        ctx.as_of ? previewShopAsOf(ctx, ctx.as_of, (then) => run({ ...ctx, ...then }, input)) : run(ctx, input),
      ),
    )
    if (endpoint.file) return answerFile(c, endpoint.file, data as FileAnswer)
    const answer = JSON.stringify({ data })
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
    const cached = keep && incoming && !ctx.as_of && openShopCacheKey(incoming, keep)
    if (cached) {
      const made = await encodeAnswer(jsonHeaders, answer)
      keep.answers.put(cached, generation, made)
      return answerResponse(made, (one) => c.req.header(one))
    }
    return answerJson(c, answer, jsonHeaders)
  })
}
