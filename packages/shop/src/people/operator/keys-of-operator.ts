import type { Tx } from '@kushi/db/connect'
import { api_key } from '@kushi/db/schema/api-key'
import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import type { OperatorContext, OperatorQueryContext } from '../../foundation/admin/index.ts'

/** Names of the valid keys of this shop, by the operator who created them. */
export async function apiKeyNamesByOperator({ db, shop_id, clock }: OperatorContext): Promise<Map<number, string[]>> {
  const isGood = and(isNull(api_key.revoked_at), or(isNull(api_key.expires_at), gt(api_key.expires_at, clock.now())))
  const rows = await db
    .select({ name: api_key.name, operator_id: api_key.operator_id })
    .from(api_key)
    .where(and(eq(api_key.shop_id, shop_id), isGood))
    .orderBy(asc(api_key.id))
  const names = new Map<number, string[]>()
  for (const { name, operator_id } of rows) names.set(operator_id, [...(names.get(operator_id) ?? []), name])
  return names
}

/**
 * Revokes the keys that this operator created, in this shop or in all shops. Returns the names of the revoked keys, by
 * shop.
 */
export async function revokeApiKeysOfOperator(
  tx: Tx,
  ctx: OperatorQueryContext,
  operator_id: number,
  everywhere: boolean,
): Promise<Map<number, string[]>> {
  const isTheirs = and(eq(api_key.operator_id, operator_id), isNull(api_key.revoked_at))
  const rows = await tx
    .update(api_key)
    .set({ revoked_at: ctx.clock.now() })
    .where(everywhere ? isTheirs : and(eq(api_key.shop_id, ctx.shop_id), isTheirs))
    .returning({ shop_id: api_key.shop_id, name: api_key.name })
  const names = new Map<number, string[]>()
  for (const { shop_id, name } of rows) names.set(shop_id, [...(names.get(shop_id) ?? []), name])
  return names
}
