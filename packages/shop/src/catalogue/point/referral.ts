import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { point_entry } from '@kushi/db/schema/point'
import { referral_code } from '@kushi/db/schema/promotion'
import { referralTermsTexts } from '@kushi/values/points'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Answer, Handler, MemberQueryContext } from '../../context.ts'
import { contextInTransaction } from '../../context.ts'
import { loadCachedShop } from '../../foundation/setting/index.ts'
import { ShopError } from '../../shop-error.ts'
import { addReferralCode, listReferralPromotions } from '../promotion/index.ts'
import { loadReferrers } from './internal/introducers.ts'

type Member = Pick<MemberQueryContext, 'db' | 'shop_id' | 'customer_id'>

/**
 * マイページのお友だち紹介: returns the member's link, the number of introduced friends, and the shop's rules, but nothing about
 * the friends.
 */
export async function getReferral(ctx: MemberQueryContext): Promise<Answer<'GET /v1/referral'>> {
  const shop = await loadCachedShop(ctx)
  const open = shop.point_flag && shop.referral_promotion_id !== null ? await listReferralPromotions(ctx) : []
  const chosen = open.find(({ id }) => id === shop.referral_promotion_id)
  const referral_code = await codeOf(ctx)
  return {
    referral_code,
    is_open: chosen !== undefined,
    may_refer: referral_code !== null || (await hasReceived(ctx)),
    ...(await countFriends(ctx)),
    granted: await grantedTo(ctx),
    referral_terms: chosen ? referralTermsTexts(chosen.promotion_name, shop) : [],
  }
}

/**
 * 紹介リンクを作る, once a member.
 * @throws ShopError 409 while the shop takes no introductions, and before anything was delivered to the member
 */
export const createReferralLink: Handler<'POST /v1/referral'> = (ctx) =>
  ctx.db.transaction(async (tx) => {
    const inside = contextInTransaction(ctx, tx)
    const seen = await getReferral(inside)
    if (seen.referral_code !== null) return seen
    if (!seen.is_open) throw refused('ただいま、お友だち紹介をお休みしています。')
    if (!seen.may_refer) throw refused('はじめてのお届けのあとに、お友だちをご紹介いただけます。')
    await addCode(tx, ctx)
    return getReferral(inside)
  })

const refused = (text: string) => new ShopError(409, 'ERROR_REFERRAL_REFUSED', text)

/** Two requests at once make one. */
async function addCode(tx: Tx, ctx: MemberQueryContext): Promise<void> {
  const { shop_id, customer_id } = ctx
  const me = and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id), isNull(customer.withdrawn_at))
  const [found] = await tx.select({ id: customer.id }).from(customer).where(me).for('no key update')
  if (found && (await codeOf({ db: tx, shop_id, customer_id })) === null) await addReferralCode(tx, ctx)
}

/** The first one: after a merge the others go on working. */
async function codeOf({ db, shop_id, customer_id }: Member): Promise<string | null> {
  const [row] = await db
    .select({ code: referral_code.code })
    .from(referral_code)
    .where(and(eq(referral_code.shop_id, shop_id), eq(referral_code.customer_id, customer_id)))
    .orderBy(asc(referral_code.created_at), asc(referral_code.code))
    .limit(1)
  return row?.code ?? null
}

/**
 * Whether the member has received an order. Without an order there are no signs by which other accounts of the same
 * person are found.
 */
async function hasReceived({ db, shop_id, customer_id }: Member): Promise<boolean> {
  const mine = and(eq(orders.shop_id, shop_id), eq(orders.customer_id, customer_id), eq(orders.status, 'delivered'))
  const [row] = await db.select({ id: orders.id }).from(orders).where(mine).limit(1)
  return row !== undefined
}

async function countFriends(ctx: Member) {
  const [row] = await loadReferrers(ctx, { customer_id: ctx.customer_id, limit: 1 })
  const { friends = 0, coming = 0 } = row ?? {}
  return { friends, coming }
}

async function grantedTo({ db, shop_id, customer_id }: Member): Promise<number> {
  const [row] = await db
    .select({ granted: sql<number>`coalesce(sum(${point_entry.points}), 0)`.mapWith(Number) })
    .from(point_entry)
    .where(
      and(
        eq(point_entry.shop_id, shop_id),
        eq(point_entry.customer_id, customer_id),
        inArray(point_entry.point_kind, ['refer', 'unrefer']),
      ),
    )
  return row!.granted
}
