import { createHash } from 'node:crypto'
import { hashPassword, verifyPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, isNotNull, max, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { foreignPasswordCheck } from './foreign-hash.ts'

/** Whether a password matches a stored hash, of our own or of another system. */
export const matchesPasswordHash = (ctx: Context, password: string, stored: string): Promise<boolean> =>
  foreignPasswordCheck(stored)?.(password, ctx.secrets) ?? verifyPassword(password, stored)

/**
 * Replaces a hash of another system by one of ours, after the password was verified. The member is not notified and no
 * session ends.
 */
export async function upgradeForeignPasswordHash(
  ctx: Context,
  member: { id: number; password_hash: string },
  password: string,
): Promise<void> {
  if (!foreignPasswordCheck(member.password_hash)) return
  const mine = sameRowCondition(customer, { shop_id: ctx.shop_id, id: member.id })
  const password_hash = await hashPassword(password)
  // Must not overwrite a password that was set meanwhile.
  const isStill = eq(customer.password_hash, member.password_hash)
  await ctx.db.update(customer).set({ password_hash }).where(and(mine, isStill))
}

/**
 * Returns a hash to verify against when the e-mail is unknown, so that the login takes as long as for a member. It is
 * the hash of some member, always the same for an e-mail: costs differ, so a fixed hash would be noticed. null: no
 * member of the shop has a password.
 */
export async function findDecoyPasswordHash({ db, shop_id }: Context, email: string): Promise<string | null> {
  const share = createHash('sha256').update(email).digest().readUInt32BE() / 2 ** 32
  const last = db
    .select({ id: max(customer.id) })
    .from(customer)
    .where(eq(customer.shop_id, shop_id))
  const own = and(eq(customer.shop_id, shop_id), isNotNull(customer.password_hash))
  const from = async (id: SQL) => {
    const [found] = await db
      .select({ password_hash: customer.password_hash })
      .from(customer)
      .where(and(own, sql`${customer.id} >= ${id}`))
      .orderBy(asc(customer.id))
      .limit(1)
    return found?.password_hash
  }
  // The newest members may have none: then the oldest with a password stands for them.
  return (await from(sql`floor(${share}::float8 * (${last}))::bigint`)) ?? (await from(sql`0`)) ?? null
}
