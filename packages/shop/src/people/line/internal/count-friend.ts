import type { Tx } from '@kushi/db/connect'
import { ad_campaign, ad_tracking } from '@kushi/db/schema/advertisement'
import { line_friend } from '@kushi/db/schema/line'
import { shop } from '@kushi/db/schema/shop'
import { and, desc, eq, gt, gte, isNull } from 'drizzle-orm'
import type { Context, QueryContext } from '../../../context.ts'
import { buildLineMessage, enqueueLineMessageToUser } from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'

const text = (value: string, more: object = {}) => ({ type: 'text', text: value, wrap: true, ...more })

/** Sends the campaign's あいさつ to a new friend, once, even if several calls detect the follow. */
async function greet(tx: Tx, visit: { shop_id: number; ad_user_id: string }): Promise<void> {
  const [found] = await tx
    .select({ greeting: ad_campaign.greeting, shop_name: shop.shop_name, to: ad_tracking.line_user_id })
    .from(ad_tracking)
    .innerJoin(ad_campaign, and(eq(ad_campaign.shop_id, ad_tracking.shop_id), eq(ad_campaign.adcd, ad_tracking.adcd)))
    .innerJoin(shop, eq(shop.id, ad_tracking.shop_id))
    .where(and(eq(ad_tracking.shop_id, visit.shop_id), eq(ad_tracking.ad_user_id, visit.ad_user_id)))
  if (!found?.to || found.greeting === '') return
  const { greeting, shop_name, to } = found
  const body = [text(shop_name, { size: 'xs', color: '#6B675F' }), text(greeting, { margin: 'sm' })]
  const message = buildLineMessage(shop_name, greeting, { body: { type: 'box', layout: 'vertical', contents: body } })
  await enqueueLineMessageToUser(tx, visit.shop_id, `greeting:${visit.ad_user_id}`, { to, message })
}

/**
 * Returns the error 422 for a campaign that can't be identified: the code, LINE's code or the `state` is unknown, used
 * or expired. The visit continues without a campaign.
 */
export const unknownCampaignError = () =>
  new ShopError(422, 'ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE', 'キャンペーンの情報を確認できませんでした。')

const DAY_MS = 86_400_000

/**
 * Credits a LINE follow to the campaign through which the same person logged in within the last 24 hours, the latest
 * one. Sends the greeting of the campaign. An unblock counts for no campaign.
 */
export async function creditCampaignForFriend(
  tx: Tx,
  ctx: QueryContext,
  line_user_id: string,
  was_friend: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  const [latest] = await tx
    .select({ ad_user_id: ad_tracking.ad_user_id })
    .from(ad_tracking)
    .where(
      and(
        eq(ad_tracking.shop_id, ctx.shop_id),
        eq(ad_tracking.line_user_id, line_user_id),
        isNull(ad_tracking.friend_added_at),
        isNull(ad_tracking.was_friend),
        gt(ad_tracking.created_at, new Date(now.getTime() - DAY_MS)),
      ),
    )
    .orderBy(desc(ad_tracking.created_at))
    .limit(1)
  if (!latest) return
  const friendship = was_friend ? { was_friend } : { was_friend, friend_added_at: now }
  await tx
    .update(ad_tracking)
    .set(friendship)
    .where(and(eq(ad_tracking.shop_id, ctx.shop_id), eq(ad_tracking.ad_user_id, latest.ad_user_id)))
  if (!was_friend) await greet(tx, { shop_id: ctx.shop_id, ...latest })
}

/**
 * Returns whether this visit has won a new friend, and records it. It counts if LINE reported a follow after the visit
 * began that was not an unblock.
 */
export async function recordCampaignFriend(ctx: Context, ad_user_id: string): Promise<boolean> {
  const [found] = await ctx.db
    .select({ tracking: ad_tracking, is_unblocked: line_friend.is_unblocked, at: line_friend.last_event_at })
    .from(ad_tracking)
    .innerJoin(
      line_friend,
      and(eq(line_friend.shop_id, ad_tracking.shop_id), eq(line_friend.line_user_id, ad_tracking.line_user_id)),
    )
    .where(
      and(
        eq(ad_tracking.shop_id, ctx.shop_id),
        eq(ad_tracking.ad_user_id, ad_user_id),
        eq(line_friend.is_blocked, false),
        gte(line_friend.updated_at, ad_tracking.created_at),
      ),
    )
  if (!found) return false
  if (found.tracking.was_friend !== null) return !found.tracking.was_friend
  // Known from a login only: already a friend, or LINE has not reported the follow yet.
  if (found.at === null || found.at < found.tracking.created_at) return false
  const { is_unblocked: was_friend } = found
  const friendship = was_friend ? { was_friend } : { was_friend, friend_added_at: ctx.clock.now() }
  const mine = and(
    eq(ad_tracking.shop_id, ctx.shop_id),
    eq(ad_tracking.ad_user_id, ad_user_id),
    isNull(ad_tracking.was_friend),
  )
  await ctx.db.transaction(async (tx) => {
    await tx.update(ad_tracking).set(friendship).where(mine)
    if (!was_friend) await greet(tx, { shop_id: ctx.shop_id, ad_user_id })
  })
  return !was_friend
}
