import type { Db, Tx } from '@kushi/db/connect'
import { operator, operator_invitation, operator_passkey, operator_role } from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import type { Role } from '@kushi/values/role'
import { and, asc, eq, gt, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { apiKeyNamesByOperator, revokeApiKeysOfOperator } from './keys-of-operator.ts'
import { endOperatorSessions } from './session.ts'

/**
 * Operators of this shop, then those with an open invitation. Installation operators are listed by name, because they
 * may enter this shop and appear in its audit log; their e-mail and login methods are hidden from the operators of a
 * single shop.
 */
export const listOperators: AdminHandler<'GET /admin/v1/operators'> = async (ctx) => {
  const people = await ctx.db
    .select({
      id: operator.id,
      name: operator.name,
      email: operator.email,
      role: sql<Role>`coalesce(${operator.installation_role}, ${operator_role.role})`,
      is_installation: sql<boolean>`${operator.installation_role} is not null`,
      has_passkey: sql<boolean>`exists (select 1 from ${operator_passkey} where ${operator_passkey.operator_id} = ${operator.id})`,
      has_totp: sql<boolean>`${operator.totp_secret} is not null`,
      signed_in_at: operator.signed_in_at,
      stopped_at: stoppedAt,
      is_stopped_everywhere: sql<boolean>`${operator.stopped_at} is not null`,
    })
    .from(operator)
    .leftJoin(operator_role, inShop(ctx))
    .where(sql`(${operator.installation_role} is not null or ${operator_role.role} is not null)`)
    .orderBy(asc(operator.id))
  const invited = await ctx.db
    .select({
      email: operator_invitation.email,
      role: operator_invitation.role,
      is_installation: operator_invitation.is_installation,
    })
    .from(operator_invitation)
    .where(
      and(
        eq(operator_invitation.shop_id, ctx.shop_id),
        ctx.operator.is_installation ? undefined : not(operator_invitation.is_installation),
        isNull(operator_invitation.used_at),
        gt(operator_invitation.expires_at, ctx.clock.now()),
      ),
    )
    .orderBy(asc(operator_invitation.created_at))
  const nothing = {
    has_passkey: false,
    has_totp: false,
    signed_in_at: null,
    stopped_at: null,
    is_stopped_everywhere: false,
    is_invited: true,
    api_keys: [],
  }
  const keys = await apiKeyNamesByOperator(ctx)
  return {
    items: [
      ...people.map((row) => ({
        ...row,
        signed_in_at: row.signed_in_at?.toISOString() ?? null,
        stopped_at: row.stopped_at && new Date(row.stopped_at).toISOString(),
        is_invited: false,
        api_keys: keys.get(row.id) ?? [],
        ...(row.is_installation && !ctx.operator.is_installation ? unknown : {}),
      })),
      ...invited.map((row) => ({ ...row, ...nothing, id: 0, name: '', role: row.role })),
    ],
  }
}

const unknown = { email: null, has_passkey: false, has_totp: false, signed_in_at: null }

const inShop = (ctx: OperatorQueryContext) =>
  and(eq(operator_role.operator_id, operator.id), eq(operator_role.shop_id, ctx.shop_id))

/** SQL of the time since which an operator can't enter this shop, because they were stopped here or everywhere. */
const stoppedAt = sql<Date | string | null>`coalesce(${operator.stopped_at}, ${operator_role.stopped_at})`

/**
 * Runs outside a transaction: a distributed database can't change an operator in a transaction that has read all shops.
 */
const allShops = async (db: Db): Promise<number[]> =>
  (await db.select({ id: shop.id }).from(shop).orderBy(asc(shop.id))).map((one) => one.id)

/**
 * Locks an operator and their roles, so that two managers can't remove each other's role at once and leave a shop
 * without a manager. Roles come first, shop by shop (a distributed database locks those of one shop at a time), then
 * operators, each by id, so that no deadlock occurs. `everywhere`: all shops; otherwise this one.
 */
async function lockOperator(tx: Tx, ctx: OperatorQueryContext, id: number, everywhere?: readonly number[]) {
  for (const shop_id of everywhere ?? [ctx.shop_id]) {
    const here = tx.select().from(operator_role).where(eq(operator_role.shop_id, shop_id))
    await here.orderBy(asc(operator_role.operator_id)).for('update')
  }
  if (everywhere) {
    const of_all = tx.select().from(operator).where(isNotNull(operator.installation_role))
    await of_all.orderBy(asc(operator.id)).for('update')
  }
  const [row] = await tx
    .select({
      id: operator.id,
      name: operator.name,
      role: operator_role.role,
      stopped_at: operator.stopped_at,
      stopped_here_at: operator_role.stopped_at,
      installation_role: operator.installation_role,
    })
    .from(operator)
    .leftJoin(operator_role, inShop(ctx))
    .where(
      and(
        eq(operator.id, id),
        or(sql`${operator_role.role} is not null`, sql`${operator.installation_role} is not null`),
      ),
    )
    .for('update', { of: operator })
  if (!row) throw notFound()
  return row
}

/**
 * In each of these shops another operator has to remain who can manage it. Checks one shop after another, in the order
 * of the locks.
 */
async function keepAManager(tx: Tx, shops: readonly number[], but: number): Promise<void> {
  for (const shop_id of shops) {
    const others = sql`o.id <> ${but} and o.stopped_at is null`
    const { rows } = await tx.execute<{ is_last: boolean }>(
      sql`select ${manages(shop_id, sql`o.id = ${but}`)} and not ${manages(shop_id, others)} as is_last`,
    )
    if (rows[0]!.is_last)
      throw new ShopError(
        422,
        'ERROR_LAST_MANAGER',
        '店長がいなくなるため、変更できません。先にほかの方を店長にしてください。',
      )
  }
}

const manages = (shop_id: number, who: SQL) => sql`exists (select from ${operator} o
  left join ${operator_role} r on r.operator_id = o.id and r.shop_id = ${shop_id} and r.stopped_at is null
  where ${who} and coalesce(o.installation_role, r.role) = 'manager')`

/** A single shop can't change an installation operator. */
function refuseInstallation({ installation_role }: { installation_role: string | null }): void {
  if (installation_role !== null)
    throw new ShopError(404, 'ERROR_NOT_FOUND', '全店舗の担当者は、ここでは変更できません。')
}

export const changeOperatorRole: AdminHandler<'PUT /admin/v1/operators/{id}/role'> = async (ctx, { id, role }) => {
  await ctx.db.transaction(async (tx) => {
    const row = await lockOperator(tx, ctx, id)
    refuseInstallation(row)
    if (role !== 'manager') await keepAManager(tx, [ctx.shop_id], id)
    await tx.update(operator_role).set({ role }).where(roleHere(ctx, id))
    const subject = { subject: 'operator', subject_id: id, subject_name: row.name }
    await recordAudit(tx, ctx, { ...subject, before: { role: row.role }, after: { role } })
  })
  return {}
}

const roleHere = (ctx: OperatorContext, id: number) =>
  and(eq(operator_role.shop_id, ctx.shop_id), eq(operator_role.operator_id, id))

/**
 * 停止: refuses the next request of any of their sessions, in this shop or, if an installation operator does it,
 * everywhere. An operator without any shop left is logged out.
 */
export const stopOperator: AdminHandler<'POST /admin/v1/operators/{id}/stop'> = async (ctx, input) => {
  const { id, everywhere, with_api_keys } = input
  if (everywhere) refuseShop(ctx)
  const all = everywhere ? await allShops(ctx.db) : undefined
  await ctx.db.transaction(async (tx) => {
    const row = await lockOperator(tx, ctx, id, all)
    if (!everywhere) refuseInstallation(row)
    await keepAManager(tx, all ?? [ctx.shop_id], id)
    const stopped_at = ctx.clock.now()
    if (everywhere) await tx.update(operator).set({ stopped_at }).where(eq(operator.id, id))
    else await tx.update(operator_role).set({ stopped_at }).where(roleHere(ctx, id))
    const working = and(eq(operator_role.operator_id, id), isNull(operator_role.stopped_at))
    if (everywhere || (await tx.$count(operator_role, working)) === 0) await endOperatorSessions(tx, ctx, id)
    const subject = { subject: 'operator', subject_id: id, subject_name: row.name }
    const before = { stopped_at: everywhere ? row.stopped_at : row.stopped_here_at }
    const revoked = with_api_keys ? await revokeApiKeysOfOperator(tx, ctx, id, everywhere) : new Map<number, string[]>()
    // Each shop's audit log names which of its keys were revoked.
    for (const shop_id of new Set([ctx.shop_id, ...revoked.keys()])) {
      const revoked_api_keys = revoked.get(shop_id)
      const after = { stopped_at, everywhere, ...(revoked_api_keys && { revoked_api_keys }) }
      await recordAudit(tx, { ...ctx, shop_id }, { ...subject, before, after })
    }
  })
  return {}
}

/**
 * An operator who was stopped everywhere can be resumed only by an installation operator; this also resumes them in
 * this shop.
 */
export const resumeOperator: AdminHandler<'POST /admin/v1/operators/{id}/resume'> = async (ctx, { id }) => {
  await ctx.db.transaction(async (tx) => {
    const row = await lockOperator(tx, ctx, id)
    if (row.stopped_at) {
      refuseShop(ctx)
      await tx.update(operator).set({ stopped_at: null }).where(eq(operator.id, id))
    } else refuseInstallation(row)
    await tx.update(operator_role).set({ stopped_at: null }).where(roleHere(ctx, id))
    const subject = { subject: 'operator', subject_id: id, subject_name: row.name }
    const before = { stopped_at: row.stopped_at ?? row.stopped_here_at, everywhere: row.stopped_at !== null }
    await recordAudit(tx, ctx, { ...subject, before, after: { stopped_at: null } })
  })
  return {}
}

function refuseShop({ operator: { is_installation } }: OperatorContext): void {
  if (!is_installation)
    throw new ShopError(403, 'ERROR_FORBIDDEN', '全店舗での停止とその解除は、全店舗の担当者だけができます。')
}
