import type { Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { customer_address } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { MemberContext, Verb } from '../context.ts'
import { lockMember } from '../session/index.ts'
import { notFound } from '../shop-error.ts'
import { ownAddresses } from './internal/own-addresses.ts'
import { deletedMessage } from './rules/deleted-message.ts'
import { isSameAddress } from './rules/same-address.ts'

/**
 * お届け先の削除. Never refused. When the default is deleted, the oldest other address becomes the default. Subscriptions keep
 * their own copy of the address. The response states both.
 */
export const deleteAddress: Verb<'DELETE /v1/common/address/delete/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await lockMember(tx, ctx)
    const [deleted] = await tx
      .delete(customer_address)
      .where(and(eq(customer_address.id, id), ownAddresses(ctx)))
      .returning()
    if (!deleted) throw notFound()
    const [oldest] = await tx
      .select()
      .from(customer_address)
      .where(ownAddresses(ctx))
      .orderBy(asc(customer_address.id))
      .limit(1)
    if (deleted.is_default && oldest)
      await tx.update(customer_address).set({ is_default: true }).where(isRow(customer_address, oldest))
    const running = (await runningSubscriptions(tx, ctx)).filter((row) => isSameAddress(row, deleted))
    const message = deletedMessage(
      deleted.is_default ? (oldest ?? null) : undefined,
      running.map((row) => row.id),
    )
    return { message, default_id: deleted.is_default ? (oldest?.id ?? null) : await defaultOf(tx, ctx) }
  })

const runningSubscriptions = (tx: Tx, ctx: MemberContext) =>
  tx
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.customer_id, ctx.customer_id),
        eq(subscription.shop_id, ctx.shop_id),
        ne(subscription.summary_status, 0),
        ne(subscription.summary_status, SUBSCRIPTION_STATUS.cancel),
      ),
    )
    .orderBy(asc(subscription.id))

async function defaultOf(tx: Tx, ctx: MemberContext): Promise<number | null> {
  const [row] = await tx
    .select({ id: customer_address.id })
    .from(customer_address)
    .where(and(ownAddresses(ctx), eq(customer_address.is_default, true)))
  return row?.id ?? null
}
