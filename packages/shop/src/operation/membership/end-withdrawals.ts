import { customer } from '@kushi/db/schema/customer'
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { deleteFormerMemberCards } from './forget-cards.ts'
import { endLockedMembership, lockWithdrawingMember } from './internal/end-membership.ts'

const PAGE = 100

/** Job: ends the membership of each member who asked for 退会 and has nothing open any more. */
export async function completeWithdrawals(ctx: Context): Promise<void> {
  let ended = 0
  for (let after = 0; ; ) {
    const leaving = await ctx.db
      .select({ id: customer.id })
      .from(customer)
      .where(
        and(
          eq(customer.shop_id, ctx.shop_id),
          isNotNull(customer.leaving_at),
          isNull(customer.withdrawn_at),
          gt(customer.id, after),
        ),
      )
      .orderBy(asc(customer.id))
      .limit(PAGE)
    for (const { id } of leaving) if (await endOne(ctx, id)) ended++
    const last = leaving.at(-1)
    if (!last || leaving.length < PAGE) break
    after = last.id
  }
  if (ended > 0) await deleteFormerMemberCards(ctx)
}

const endOne = (ctx: Context, customer_id: number): Promise<boolean> =>
  ctx.db
    .transaction(async (tx) => {
      const { before, subscriptions, problem } = await lockWithdrawingMember(tx, ctx, {
        shop_id: ctx.shop_id,
        customer_id,
      })
      // A contract that was begun since then goes on until it is ended, and so does the membership.
      if (problem || subscriptions.length > 0 || !before.leaving_at) return false
      await endLockedMembership(tx, ctx, before, subscriptions)
      return true
    })
    .catch((error) => {
      if (!(error instanceof ShopError)) ctx.log.error({ err: error, customer_id }, 'membership not ended')
      return false
    })
