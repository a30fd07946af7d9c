import type { FileStream } from '@kushi/contract/admin/csv'
import { guestActor, operatorActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import { consumeLimit } from '@kushi/shop/foundation/limit/consume-limit'
import { isRecentlyConfirmed } from '@kushi/shop/people/operator/confirm'
import { findApiKey, parseApiKey } from '@kushi/shop/people/operator/find-api-key'
import { findOperator } from '@kushi/shop/people/operator/find-operator'
import { recordOperatorWrite } from '@kushi/shop/people/operator/record-write'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import { readLastBackupTime } from '../config/last-backup.ts'
import type { Deps } from '../deps/deps.ts'
import { answerStream } from '../http/answer-file.ts'
import { toHonoPath } from '../http/call-path.ts'
import { readInput } from '../http/guards/read-input.ts'
import type { RequestContext } from '../http/mount-calls.ts'
import { mountAdminDocuments } from '../openapi/api-documents.ts'
import {
  type AdminCall,
  adminCallTable,
  makeCurrentStateReader,
  maxBodyBytes,
  requireCallPermission,
  runAdminCall,
} from './admin-calls.ts'
import { readSession, writeSession } from './session-cookie.ts'

/**
 * Serves the calls of the admin contract: checks caller, permission and input, runs the handler, and checks that it wrote
 * an audit entry.
 */
export function mountAdmin(app: Hono, deps: Deps, contextOf: RequestContext): void {
  app.use('/admin/v1/*', sameSite)
  mountAdminDocuments(
    app,
    deps.config.public_url,
    async (c) => (await adminContext(c, deps, contextOf, 'GET /admin/api')).operator !== null,
  )
  for (const call of adminCallTable) {
    const { key, method, path, endpoint, handler } = call
    app.on(method, toHonoPath(path), async (c) => {
      const ctx = await adminContext(c, deps, contextOf, key)
      refuse(ctx, endpoint)
      const input = await readInput(endpoint, c, makeCurrentStateReader(call, ctx))
      const answer = await deps.trace.span({ name: `handler ${handler.name}` }, () =>
        reading(deps, call, ctx, (own) => runAdminCall(call, own, input)),
      )
      if (endpoint.file) return answerStream(c, endpoint.file, answer as FileStream)
      c.header('cache-control', 'no-store')
      return c.json({ data: answer })
    })
  }
}

/**
 * Reads for calls that may return slightly old data go to the standby, if there is one. After a change, or after the
 * standby was too far behind for a list, the session stores the end of the log. Its next read is then not older.
 */
async function reading<T>(
  { standby, metrics, log }: Deps,
  { method, endpoint: { may_be_old } }: AdminCall,
  ctx: AdminContext,
  run: (ctx: AdminContext) => Promise<T>,
): Promise<T> {
  if (!standby) return run(ctx)
  const { operator } = ctx
  const reads = may_be_old && operator ? standby.readsAfter(operator.written_lsn ?? null) : null
  // The process-wide cache must not be filled from the standby.
  const { cache: _, ...unkept } = ctx
  try {
    return await run(reads ? { ...unkept, db: reads.db } : ctx)
  } finally {
    if (reads) metrics.listRead(reads.isFromPrimary ? 'primary' : 'standby')
    if (operator && (method !== 'GET' || reads?.isFromPrimary))
      await recordOperatorWrite({ ...ctx, operator }).catch((error: unknown) =>
        log.warn({ err: error }, 'not noted what was written'),
      )
  }
}

const calls = new Map(adminCallTable.map((call) => [call.key, call]))

/** Maximum body size of a path. Paths with an upload have no parameters. */
export const maxBodyBytesOf = ({ method, path }: { method: string; path: string }): number =>
  maxBodyBytes(calls.get(`${method} ${path}`)?.endpoint)

async function adminContext(
  c: HonoContext,
  deps: Deps,
  contextOf: RequestContext,
  action: string,
): Promise<AdminContext> {
  const key = parseApiKey(c.req.header('authorization'))
  // An API key works only in its own shop, even if the request names another one.
  const base = await contextOf(c, key?.shop_id)
  const operator = key ? await findApiKey(base.db, base.clock, key) : await whoIsSignedIn(base, readSession(c))
  if (operator?.api_key_id !== undefined) await consumeLimit(base, 'api_key', { account: String(operator.api_key_id) })
  return {
    ...base,
    action,
    client_id: 'admin',
    customer_id: null,
    token_hash: null,
    operator,
    actor: operator ? operatorActor(operator) : guestActor,
    claim_reason: readReason(c.req.header('x-claim-reason')),
    trail: { entries: 0 },
    is_demo: deps.is_demo,
    lastBackup: async () => (await readLastBackupTime(deps.config.environment)) ?? null,
    setSession: (next) => writeSession(c, deps, next),
  }
}

/** Percent-encoded, because a header has no Japanese. */
function readReason(header: string | undefined): string | null {
  try {
    return (
      decodeURIComponent(header ?? '')
        .trim()
        .slice(0, 500) || null
    )
  } catch {
    return null
  }
}

const whoIsSignedIn = async ({ db, clock, shop_id }: Context, token: string | null) =>
  token ? findOperator(db, clock, shop_id, token) : null

/** @throws ShopError 401 without a session, 403 without the permission or a fresh second factor. */
function refuse({ operator, clock }: AdminContext, endpoint: AdminCall['endpoint']): void {
  if (operator) requireCallPermission(operator, endpoint)
  else if (endpoint.permission !== 'none') throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
  if (operator && endpoint.confirm && !isRecentlyConfirmed(operator.confirmed_at, clock.now()))
    throw new ShopError(403, 'ERROR_CONFIRM_AGAIN', '安全のため、もう一度ご本人の確認をお願いします。')
}

/**
 * Protects against requests that another site sends from the operator's browser, in addition to SameSite=Strict:
 * browsers state the origin of a request, and a change requires a header that a foreign form cannot send. An API key is
 * not a cookie, so no browser sends it automatically.
 */
const sameSite: MiddlewareHandler = async (c, next) => {
  if (parseApiKey(c.req.header('authorization'))) return next()
  const site = c.req.header('sec-fetch-site')
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isChange = !['GET', 'HEAD'].includes(c.req.method)
  if (isForeign || (isChange && c.req.header('x-kushi-admin') === undefined))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'この画面からの操作だけを受け付けています。')
  await next()
}
