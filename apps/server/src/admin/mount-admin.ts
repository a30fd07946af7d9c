import { adminContract } from '@kushi/contract/admin/contract'
import type { FileStream } from '@kushi/contract/admin/csv'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import { guestActor, operatorActor } from '@kushi/shop/actor'
import type { AdminContext, OperatorContext } from '@kushi/shop/admin/context'
import { findApiKey, readApiKey } from '@kushi/shop/api-key/find-api-key'
import type { Context } from '@kushi/shop/context'
import { takeLimit } from '@kushi/shop/limit/take'
import { isConfirmed } from '@kushi/shop/operator/confirm'
import { findOperator } from '@kushi/shop/operator/find-operator'
import { noteWritten } from '@kushi/shop/operator/note-written'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { answerStream } from '../http/answer-file.ts'
import type { RequestContext } from '../http/implement.ts'
import { type Checked, readInput } from '../http/read-input.ts'
import { adminBindings } from './bindings.ts'
import { readSession, writeSession } from './session-cookie.ts'

type AnyVerb = (ctx: AdminContext, input: object) => Promise<unknown>

/** The calls of the admin contract: who asks, may they, is the input good; then the verb, and that it left a trail. */
export function mountAdmin(app: Hono, deps: Deps, contextOf: RequestContext): void {
  app.use('/admin/v1/*', sameSite)
  for (const [key, verb] of Object.entries(adminBindings)) {
    const endpoint = (adminContract as Record<string, AdminEndpoint>)[key]!
    const [method, path] = key.split(' ') as [string, string]
    app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const ctx = await adminContext(c, deps, contextOf, key)
      if (endpoint.permission !== 'none') mayCall(ctx, endpoint)
      else if (ctx.operator?.api_key_id !== undefined) throw forbidden()
      const input = await readInput(endpoint as unknown as Checked, c)
      const answer = await deps.trace.span({ name: `verb ${verb.name}` }, () =>
        reading(deps, { ...endpoint, method }, ctx, (own) => (verb as unknown as AnyVerb)(own, input)),
      )
      if (method !== 'GET' && endpoint.trail !== false && ctx.trail.entries === 0)
        throw new Error(`${key} has changed something without an entry in the trail`)
      if (answer instanceof Response) return answer
      if (endpoint.file) return answerStream(c, endpoint.file, answer as FileStream)
      const data = (endpoint as unknown as Checked).response!.parse(answer)
      c.header('cache-control', 'no-store')
      return c.json({ data })
    })
  }
}

/**
 * What may be old reads from the standby, if there is one. After a change, and after the standby was too far behind for a list, the log's
 * end is kept with the session: what it reads next is not older.
 */
async function reading<T>(
  { standby, metrics, log }: Deps,
  { may_be_old, method }: AdminEndpoint & { method: string },
  ctx: AdminContext,
  run: (ctx: AdminContext) => Promise<T>,
): Promise<T> {
  if (!standby) return run(ctx)
  const { operator } = ctx
  const reads = may_be_old && operator ? standby.readsAfter(operator.written_lsn ?? null) : null
  // What a process keeps of the shop's tables must not come from there.
  const { kept: _, ...unkept } = ctx
  try {
    return await run(reads ? { ...unkept, db: reads.db } : ctx)
  } finally {
    if (reads) metrics.listRead(reads.isFromPrimary ? 'primary' : 'standby')
    if (operator && (method !== 'GET' || reads?.isFromPrimary))
      await noteWritten({ ...ctx, operator }).catch((error: unknown) =>
        log.warn({ err: error }, 'not noted what was written'),
      )
  }
}

const uploads = new Map<string, number>(
  Object.entries(adminContract as Record<string, AdminEndpoint>).flatMap(([key, { upload }]) =>
    upload ? [[key, upload]] : [],
  ),
)
const MEGABYTE = 1024 * 1024

/** How large a body may be: what a form says, or the file that the call is for, whose path has no parameters. */
export const mostBytes = ({ method, path }: { method: string; path: string }): number =>
  uploads.get(`${method} ${path}`) ?? MEGABYTE

async function adminContext(
  c: HonoContext,
  deps: Deps,
  contextOf: RequestContext,
  action: string,
): Promise<AdminContext> {
  const key = readApiKey(c.req.header('authorization'))
  // A key is for its own shop, whatever else the request says.
  const base = await contextOf(c, key?.shop_id)
  const operator = key ? await findApiKey(base.db, base.clock, key) : await whoIsSignedIn(base, readSession(c))
  if (operator?.api_key_id !== undefined) await takeLimit(base, 'api_key', { account: String(operator.api_key_id) })
  return {
    ...base,
    action,
    client_id: 'admin',
    customer_id: null,
    token_hash: null,
    operator,
    actor: operator ? operatorActor(operator) : guestActor,
    trail: { entries: 0 },
    is_demo: deps.is_demo,
    setSession: (next) => writeSession(c, deps, next),
  }
}

const whoIsSignedIn = async ({ db, clock, shop_id }: Context, token: string | null) =>
  token ? findOperator(db, clock, shop_id, token) : null

/** @throws ShopError 401 without a session, 403 without the permission or a fresh second factor. */
function mayCall(ctx: AdminContext, { permission, confirm, personal }: AdminEndpoint): asserts ctx is OperatorContext {
  const { operator } = ctx
  if (!operator) throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
  const isKey = operator.api_key_id !== undefined
  // What is about a person, or asks who is there, no key can answer.
  if (isKey && (permission === 'signed-in' || confirm)) throw forbidden()
  if (isKey && personal && !operator.permissions.includes('export.personal')) throw forbidden()
  if (permission !== 'signed-in' && !operator.permissions.includes(permission as never)) throw forbidden()
  if (confirm && !isConfirmed(operator.confirmed_at, ctx.clock.now()))
    throw new ShopError(403, 'ERROR_CONFIRM_AGAIN', '安全のため、もう一度ご本人の確認をお願いします。')
}

const forbidden = () => new ShopError(403, 'ERROR_FORBIDDEN', 'この操作をする権限がありません。店長にご相談ください。')

/**
 * Against requests that another site makes in the operator's browser, beside SameSite=Strict: browsers say where a
 * request comes from, and what changes something must carry a header that a foreign form can't send. A key is no cookie: no browser
 * sends it by itself.
 */
const sameSite: MiddlewareHandler = async (c, next) => {
  if (readApiKey(c.req.header('authorization'))) return next()
  const site = c.req.header('sec-fetch-site')
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isChange = !['GET', 'HEAD'].includes(c.req.method)
  if (isForeign || (isChange && c.req.header('x-kushi-admin') === undefined))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'この画面からの操作だけを受け付けています。')
  await next()
}
