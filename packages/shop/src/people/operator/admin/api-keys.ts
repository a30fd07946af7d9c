import type { ApiKey } from '@kushi/contract/admin/api-key'
import { api_key } from '@kushi/db/schema/api-key'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { hashToken, newToken } from '../../session/index.ts'

const MOST = 20
const DAY = 86_400_000
/** The list also shows keys that are revoked or expired, after the valid ones, up to this many rows. */
const SHOWN = 100

const isValid = ({ clock }: Pick<OperatorContext, 'clock'>) =>
  and(isNull(api_key.revoked_at), or(isNull(api_key.expires_at), gt(api_key.expires_at, clock.now())))!

const view = ({ permissions, ...row }: typeof api_key.$inferSelect): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  operator_name: row.operator_name,
  permissions: permissions as ApiKey['permissions'],
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
const subjectOf = ({ id, name }: { id: number; name: string }) => ({
  subject: 'api_key',
  subject_id: id,
  subject_name: name,
})

export const listApiKeys: AdminHandler<'GET /admin/v1/setting/api-keys'> = async (ctx) => {
  const { db, shop_id } = ctx
  const isShops = eq(api_key.shop_id, shop_id)
  const rows = await db
    .select()
    .from(api_key)
    .where(isShops)
    .orderBy(desc(isValid(ctx)), desc(api_key.id))
    .limit(SHOWN)
  return { items: rows.map(view) }
}

/** Creates a key. Returns its secret only this once. A key can't have permissions that its creator lacks. */
export const addApiKey: AdminHandler<'POST /admin/v1/setting/api-keys'> = (ctx, { name, permissions, days }) => {
  const { shop_id, operator } = ctx
  if (!permissions.every((one) => operator.permissions.includes(one)))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'ご自身にない権限は、APIキーにも付けられません。')
  const secret = `kushi_${shop_id}_${newToken()}`
  return ctx.db.transaction(async (tx) => {
    // The lock prevents two concurrent calls from exceeding the limit.
    await tx.execute(sql`select from shop where id = ${shop_id} for no key update`)
    const good = and(eq(api_key.shop_id, shop_id), isValid(ctx))
    if ((await tx.$count(api_key, good)) >= MOST)
      throw new ShopError(
        422,
        'ERROR_TOO_MANY_API_KEYS',
        `使えるAPIキーは${MOST}個までです。使わないものを無効にしてください。`,
      )
    const created_at = ctx.clock.now()
    const expires_at = days === null ? null : new Date(created_at.getTime() + days * DAY)
    const [row] = await tx
      .insert(api_key)
      .values({
        shop_id,
        name,
        permissions,
        expires_at,
        created_at,
        prefix: secret.slice(0, -39),
        key_hash: hashToken(secret),
        operator_id: operator.id,
        operator_name: operator.name,
      })
      .returning()
    await recordAudit(tx, ctx, { ...subjectOf(row!), after: { permissions, expires_at } })
    return { key: view(row!), secret }
  })
}

export const revokeApiKey: AdminHandler<'POST /admin/v1/setting/api-keys/{id}/revoke'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const revoked_at = sql`coalesce(${api_key.revoked_at}, ${ctx.clock.now().toISOString()}::timestamptz)`
    const [row] = await tx
      .update(api_key)
      .set({ revoked_at })
      .where(sameRowCondition(api_key, { shop_id: ctx.shop_id, id }))
      .returning()
    if (!row) throw notFound()
    await recordAudit(tx, ctx, { ...subjectOf(row), after: { revoked: true } })
    return view(row)
  })
