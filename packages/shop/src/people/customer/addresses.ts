import type { Tx } from '@kushi/db/connect'
import { customer_address } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, desc, eq, ne, type SQL } from 'drizzle-orm'
import type { Handler, MemberQueryContext } from '../../context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { lockMember, requireConfirmedDevice } from '../session/index.ts'
import { notifyProfileChange } from './internal/profile-changed-mail.ts'
import { addressDeletedMessage } from './rules/deleted-message.ts'
import { isSameAddress } from './rules/same-address.ts'

/** Restricts a query to the addresses of the calling member; part of every query on addresses. */
const ownAddresses = (ctx: MemberQueryContext): SQL =>
  and(eq(customer_address.shop_id, ctx.shop_id), eq(customer_address.customer_id, ctx.customer_id))!

/**
 * お届け先の削除. Refused only for the default, in a browser that is not confirmed. When the default is deleted, the oldest other
 * address becomes the default. Subscriptions keep their own copy of the address. The response states both.
 */
export const deleteAddress: Handler<'DELETE /v1/common/address/delete/{id}'> = (ctx, { id }) =>
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
    // Also the last one: the next that is added takes its place.
    if (deleted.is_default) await tellOfDefault(tx, ctx)
    if (deleted.is_default && oldest)
      await tx.update(customer_address).set({ is_default: true }).where(sameRowCondition(customer_address, oldest))
    const running = (await runningSubscriptions(tx, ctx)).filter((row) => isSameAddress(row, deleted))
    const message = addressDeletedMessage(
      deleted.is_default ? (oldest ?? null) : undefined,
      running.map((row) => row.id),
    )
    return { message, default_id: deleted.is_default ? (oldest?.id ?? null) : await defaultOf(tx, ctx) }
  })

const runningSubscriptions = (tx: Tx, ctx: MemberQueryContext) =>
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

async function defaultOf(tx: Tx, ctx: MemberQueryContext): Promise<number | null> {
  const [row] = await tx
    .select({ id: customer_address.id })
    .from(customer_address)
    .where(and(ownAddresses(ctx), eq(customer_address.is_default, true)))
  return row?.id ?? null
}

/** お届け先の変更. A new default replaces the old one; the default itself stays the default until another one is set. */
export const updateAddress: Handler<'PUT /v1/common/address/update/{id}'> = async (ctx, { id, ...changes }) => {
  return ctx.db.transaction(async (tx) => {
    await lockMember(tx, ctx)
    const mine = and(eq(customer_address.id, id), ownAddresses(ctx))
    const [before] = await tx.select().from(customer_address).where(mine)
    if (!before) throw notFound()
    if (changes.is_default) await tx.update(customer_address).set({ is_default: false }).where(ownAddresses(ctx))
    const is_default = changes.is_default || before.is_default
    const [row] = await tx
      .update(customer_address)
      .set({ ...changes, is_default })
      .where(mine)
      .returning()
    if (!isSameAddress(before, row!)) {
      await requireConfirmedDevice(ctx, tx)
      await notifyProfileChange(tx, ctx, ctx.customer_id, ['お届け先'])
    } else if (is_default && !before.is_default) await tellOfDefault(tx, ctx)
    return row!
  })
}

/** Another default is as good as a changed address: the next order goes there unless the member looks. */
async function tellOfDefault(tx: Tx, ctx: MemberQueryContext): Promise<void> {
  await requireConfirmedDevice(ctx, tx)
  await notifyProfileChange(tx, ctx, ctx.customer_id, ['いつものお届け先'])
}

/** The most お届け先 that a member may keep. */
export const maxAddressesPerMember = 20

/**
 * お届け先の追加. The first address becomes the default; a new default replaces the old one. The member is told of all but the first,
 * which comes with a registration.
 */
export const addAddress: Handler<'POST /v1/common/address/new'> = (ctx, address) =>
  ctx.db.transaction(async (tx) => {
    await lockMember(tx, ctx)
    const count = await tx.$count(customer_address, ownAddresses(ctx))
    if (count >= maxAddressesPerMember)
      throw new ShopError(409, 'ERROR_TOO_MANY_ADDRESSES', `お届け先は${maxAddressesPerMember}件まで登録できます。`)
    const is_default = address.is_default || count === 0
    if (count > 0)
      await (is_default ? tellOfDefault(tx, ctx) : notifyProfileChange(tx, ctx, ctx.customer_id, ['お届け先の一覧']))
    if (is_default) await tx.update(customer_address).set({ is_default: false }).where(ownAddresses(ctx))
    const { shop_id, customer_id } = ctx
    const row = { ...address, is_default, shop_id, customer_id, created_at: ctx.clock.now() }
    const [added] = await tx.insert(customer_address).values(row).returning()
    return added!
  })

export const getAddress: Handler<'GET /v1/common/address/detail/{id}'> = async (ctx, input) => {
  const [row] = await ctx.db
    .select()
    .from(customer_address)
    .where(and(eq(customer_address.id, input.id), ownAddresses(ctx)))
  if (!row) throw notFound()
  return row
}

/** お届け先一覧, the default first. */
export const listAddresses: Handler<'GET /v1/common/address'> = async (ctx) => ({
  items: await ctx.db
    .select()
    .from(customer_address)
    .where(ownAddresses(ctx))
    .orderBy(desc(customer_address.is_default), asc(customer_address.id)),
})
