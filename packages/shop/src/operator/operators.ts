import type { Role } from '@kushi/contract/admin/permission'
import type { Tx } from '@kushi/db/connect'
import { operator, operator_invitation, operator_passkey, operator_role } from '@kushi/db/schema/operator'
import { and, asc, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import type { AdminVerb, OperatorContext } from '../admin/index.ts'
import { record } from '../audit/index.ts'
import { notFound, ShopError } from '../shop-error.ts'
import { endSessions } from './session.ts'

/**
 * Operators of this shop, then those who were invited and are not here yet. Who looks after all shops is named, because they
 * may enter this one and stand in its trail; how to reach them and how they sign in is not for the people of one shop.
 */
export const listOperators: AdminVerb<'GET /admin/v1/operators'> = async (ctx) => {
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
      stopped_at: operator.stopped_at,
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
  const nothing = { has_passkey: false, has_totp: false, signed_in_at: null, stopped_at: null, is_invited: true }
  return {
    items: [
      ...people.map((row) => ({
        ...row,
        signed_in_at: row.signed_in_at?.toISOString() ?? null,
        stopped_at: row.stopped_at?.toISOString() ?? null,
        is_invited: false,
        ...(row.is_installation && !ctx.operator.is_installation ? unknown : {}),
      })),
      ...invited.map((row) => ({ ...row, ...nothing, id: 0, name: '', role: row.role as Role })),
    ],
  }
}

const unknown = { email: null, has_passkey: false, has_totp: false, signed_in_at: null }

const inShop = (ctx: OperatorContext) =>
  and(eq(operator_role.operator_id, operator.id), eq(operator_role.shop_id, ctx.shop_id))

/** Locked, so that two managers can't take each other's role at once and leave the shop without one. */
async function lockOperator(tx: Tx, ctx: OperatorContext, id: number) {
  await tx.select().from(operator_role).where(eq(operator_role.shop_id, ctx.shop_id)).for('update')
  const [row] = await tx
    .select({
      id: operator.id,
      name: operator.name,
      role: operator_role.role,
      stopped_at: operator.stopped_at,
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

async function keepAManager(tx: Tx, ctx: OperatorContext, but: number): Promise<void> {
  const [left] = await tx
    .select({ id: operator.id })
    .from(operator)
    .leftJoin(operator_role, inShop(ctx))
    .where(
      and(
        sql`coalesce(${operator.installation_role}, ${operator_role.role}) = 'manager'`,
        isNull(operator.stopped_at),
        sql`${operator.id} <> ${but}`,
      ),
    )
    .limit(1)
  if (!left)
    throw new ShopError(
      422,
      'ERROR_LAST_MANAGER',
      '店長がいなくなるため、変更できません。先にほかの方を店長にしてください。',
    )
}

/** Who looks after all shops is not one shop's to change. */
function refuseInstallation({ installation_role }: { installation_role: string | null }): void {
  if (installation_role !== null)
    throw new ShopError(422, 'ERROR_NOT_FOUND', '全店舗の担当者は、ここでは変更できません。')
}

export const changeRole: AdminVerb<'PUT /admin/v1/operators/{id}/role'> = async (ctx, { id, role }) => {
  await ctx.db.transaction(async (tx) => {
    const row = await lockOperator(tx, ctx, id)
    refuseInstallation(row)
    if (role !== 'manager') await keepAManager(tx, ctx, id)
    await tx
      .update(operator_role)
      .set({ role })
      .where(and(eq(operator_role.shop_id, ctx.shop_id), eq(operator_role.operator_id, id)))
    const subject = { subject: 'operator', subject_id: id, subject_name: row.name }
    await record(tx, ctx, { ...subject, before: { role: row.role }, after: { role } })
  })
  return {}
}

/** 停止: ends all sessions in the same transaction; the next request of any of them is refused. */
export const stopOperator: AdminVerb<'POST /admin/v1/operators/{id}/stop'> = async (ctx, { id }) => {
  await ctx.db.transaction(async (tx) => {
    const row = await lockOperator(tx, ctx, id)
    refuseInstallation(row)
    await keepAManager(tx, ctx, id)
    const stopped_at = ctx.clock.now()
    await tx.update(operator).set({ stopped_at }).where(eq(operator.id, id))
    await endSessions(tx, ctx, id)
    const subject = { subject: 'operator', subject_id: id, subject_name: row.name }
    await record(tx, ctx, { ...subject, before: { stopped_at: row.stopped_at }, after: { stopped_at } })
  })
  return {}
}

export const resumeOperator: AdminVerb<'POST /admin/v1/operators/{id}/resume'> = async (ctx, { id }) => {
  await ctx.db.transaction(async (tx) => {
    const row = await lockOperator(tx, ctx, id)
    refuseInstallation(row)
    await tx.update(operator).set({ stopped_at: null }).where(eq(operator.id, id))
    const subject = { subject: 'operator', subject_id: id, subject_name: row.name }
    await record(tx, ctx, { ...subject, before: { stopped_at: row.stopped_at }, after: { stopped_at: null } })
  })
  return {}
}
