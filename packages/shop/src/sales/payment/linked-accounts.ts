import { customer } from '@kushi/db/schema/customer'
import { linked_account } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { PAYMENT_METHOD, paymentMethod, paymentMethodName } from '@kushi/values/payment-method'
import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import {
  type Context,
  contextInTransaction,
  type Handler,
  type MemberContext,
  type MemberQueryContext,
} from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { callLinkProvider } from './internal/call-card-provider.ts'
import { mayBeChargedCondition } from './internal/chargeable-contract.ts'
import { linkedAccount } from './internal/linked-account.ts'
import { listPaymentMethods } from './list-payment-methods.ts'

// 連携: a member's account at a provider, which the deliveries of 定期便 are charged to. One of each method.

/** 連携したアカウント, each with the subscriptions that it pays for, and the methods that can be linked. Asks the providers. */
export const listLinkedAccounts: Handler<'GET /v1/common/mypage/linked-account/list'> = async (ctx) => {
  for (const row of await linkedAccount.load(ctx.db, ctx))
    await linkedAccount.isStillActive(ctx, row).catch((error: unknown) => {
      // Without an answer it is shown as we know it.
      if (!(error instanceof ShopError)) throw error
    })
  const items = await loadAccountsWithSubscriptions(ctx)
  const linkable = (await listLinkable(ctx)).filter((id) => items.every((one) => one.payment_method_id !== id))
  return {
    items,
    linkable: linkable.map(named),
  }
}

const named = (payment_method_id: number) => {
  const { id, name, links_account } = paymentMethod(payment_method_id)
  return { wallet: links_account!.wallet, payment_method_id: id, payment_name: name }
}

/** 連携したアカウント of a member as we know them, with the subscriptions that may be charged to each. */
export async function loadAccountsWithSubscriptions(ctx: Pick<MemberContext, 'db' | 'shop_id' | 'customer_id'>) {
  const rows = await linkedAccount.load(ctx.db, ctx)
  const paid = rows.length > 0 ? await loadLinkedSubscriptions(ctx) : []
  return rows.map(({ payment_method_id, created_at }) => ({
    ...named(payment_method_id),
    created_at: created_at.toISOString(),
    subscription_ids: paid.filter(({ ways }) => ways.includes(payment_method_id)).map(({ id }) => id),
  }))
}

/** Payment methods that the shop offers for 定期便 and that charge a linked account. */
async function listLinkable(ctx: MemberContext): Promise<number[]> {
  const { items } = await listPaymentMethods(ctx, { visible: true, is_subscription: true })
  return items.flatMap(({ payment_method_id: id, is_available }) =>
    id !== null && is_available && linkedAccount.portOf(ctx, id) && paymentMethod(id).links_account ? [id] : [],
  )
}

/** Subscriptions that may be charged, now, when resumed or as お支払いできないときに使う方法, with their methods. */
async function loadLinkedSubscriptions({
  db,
  shop_id,
  customer_id,
}: Pick<MemberQueryContext, 'db' | 'shop_id' | 'customer_id'>) {
  const second = sql<number | null>`(${subscription.second_way} ->> 'payment_method_id')::int`
  const rows = await db
    .select({ id: subscription.id, first: subscription.payment_method_id, second })
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, customer_id), mayBeChargedCondition))
    .orderBy(asc(subscription.id))
  return rows.map(({ id, ...ways }) => ({ id, ways: [ways.first, ways.second] }))
}

/** A nonce that only the server can make, for this member and method. */
export const linkNonce = (ctx: MemberContext, payment_method_id: number): string =>
  ctx.secrets.seal(`link ${ctx.shop_id} ${ctx.customer_id} ${payment_method_id}`)

/** Whether `linkNonce` made it. */
export function isOwnLinkNonce(ctx: MemberContext, payment_method_id: number, nonce: string): boolean {
  try {
    return ctx.secrets.open(nonce) === `link ${ctx.shop_id} ${ctx.customer_id} ${payment_method_id}`
  } catch {
    return false
  }
}

/** Begins a session at the provider, to which the browser is sent. `subscription_id`: for which the member came. */
export const beginAccountLink: Handler<'POST /v1/common/mypage/linked-account/link'> = async (ctx, input) => {
  const { wallet, subscription_id } = input
  const id = PAYMENT_METHOD[wallet]
  await consumeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
  const port = linkedAccount.portOf(ctx, id)
  const { links_account } = paymentMethod(id)
  if (!port || !links_account || !(await listLinkable(ctx)).includes(id))
    throw new ShopError(409, 'ERROR_PAYMENT_NOT_OFFERED', '現在お取り扱いしていないお支払い方法です。')
  const back = new URL(`${shopUrl(ctx.settings, ctx.shop_id)}${links_account.path}`)
  back.searchParams.set('wallet', wallet)
  if (subscription_id !== undefined) back.searchParams.set('subscription', String(subscription_id))
  const session = { nonce: linkNonce(ctx, id), reference_id: linkedAccount.referenceId(ctx), return_url: back.href }
  return { redirect_url: await callLinkProvider(ctx, id, () => port.begin(session)) }
}

/** 連携の解除. Refused while a subscription would be charged to it, as with a card. */
export const unlinkAccount: Handler<'DELETE /v1/common/mypage/linked-account/{wallet}'> = async (ctx, { wallet }) => {
  const id = PAYMENT_METHOD[wallet]
  const name = paymentMethodName(id)
  await ctx.db.transaction(async (tx) => {
    // A change of a subscription's method locks its row: neither overlooks the other.
    await tx
      .select({ id: subscription.id })
      .from(subscription)
      .where(and(eq(subscription.shop_id, ctx.shop_id), eq(subscription.customer_id, ctx.customer_id)))
      .orderBy(asc(subscription.id))
      .for('update')
    const row = await linkedAccount.find(tx, ctx, id)
    if (!row) throw notFound()
    const using = (await loadLinkedSubscriptions(contextInTransaction(ctx, tx))).filter(({ ways }) => ways.includes(id))
    if (using.length > 0)
      throw new ShopError(
        409,
        'ERROR_LINK_IN_USE',
        `${name}は定期便(契約番号 ${using.map((one) => one.id).join('、')})のお支払い、またはお支払いできないときの方法に使われているため、連携を解除できません。定期便のお支払い方法を変更してから、もう一度お試しください。`,
      )
    await linkedAccount.end(tx, ctx.clock.now(), row, 'ending')
    await linkedAccount.tellChange(tx, ctx, id)
  })
  ctx.afterwards(() => revokeLinkedAccounts(ctx))
  return { message: `${name}の連携を解除しました。` }
}

const AT_ONCE = 20
const HOUR = 3_600_000

/**
 * Job, also run after a 連携の解除: revokes accounts at the provider that are charged no more, and those of former
 * members. One that fails is tried again after an hour, and others come first.
 */
export async function revokeLinkedAccounts(ctx: Context): Promise<void> {
  const { db, shop_id, log } = ctx
  const now = ctx.clock.now()
  const { state, revoke_at } = linked_account
  const ended = await db
    .select({ row: linked_account })
    .from(linked_account)
    .innerJoin(customer, refersToCondition(linked_account.customer_id, customer))
    .where(
      and(
        eq(linked_account.shop_id, shop_id),
        or(eq(state, 'ending'), and(eq(state, 'active'), isNotNull(customer.withdrawn_at))),
        or(isNull(revoke_at), lte(revoke_at, now)),
      ),
    )
    .orderBy(sql`${revoke_at} asc nulls first`, asc(linked_account.id))
    .limit(AT_ONCE)
  for (const { row } of ended)
    try {
      const number = row.user_authorization_id
      if (number !== null && !(await isChargedElsewhere(ctx, number, row.id)))
        await linkedAccount.portOf(ctx, row.payment_method_id)?.revoke(number)
      await linkedAccount.end(db, now, row, 'ended')
    } catch (error) {
      log.warn({ err: error, linked_account: row.id }, 'a linked account is not revoked yet')
      await db
        .update(linked_account)
        .set({ revoke_at: new Date(now.getTime() + HOUR) })
        .where(sameRowCondition(linked_account, row))
    }
}

/** Two of our members may have linked the same account, and its provider may give both one number. */
const isChargedElsewhere = async ({ db, shop_id }: Context, number: string, id: number): Promise<boolean> =>
  (await db.$count(
    linked_account,
    and(
      eq(linked_account.shop_id, shop_id),
      eq(linked_account.user_authorization_id, number),
      eq(linked_account.state, 'active'),
      ne(linked_account.id, id),
    ),
  )) > 0
