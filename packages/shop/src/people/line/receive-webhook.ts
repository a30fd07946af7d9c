import type { Tx } from '@kushi/db/connect'
import { line_friend } from '@kushi/db/schema/line'
import { line_webhook_event } from '@kushi/db/schema/line-webhook'
import { FRIEND_STATUS } from '@kushi/values/line'
import { isNull, lte, or } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { creditCampaignForFriend } from './internal/count-friend.ts'
import { linkLineByNonce } from './link-nonce.ts'
import { type LineWebhookEvent, parseLineEvents } from './rules/read-events.ts'

/**
 * Handles LINE's webhook for the official account. Ignores an event that was handled before, and waits for one that
 * another process is handling. An empty list is LINE's connection check.
 */
export async function receiveLineWebhook(ctx: Context, body: unknown): Promise<void> {
  for (const event of parseLineEvents(body)) await receiveEvent(ctx, event)
}

async function receiveEvent(ctx: Context, event: LineWebhookEvent): Promise<void> {
  // No event id has to be stored, because its nonce works once. It runs its own transaction.
  if (event.type === 'accountLink') return linkAccount(ctx, event)
  await ctx.db.transaction(async (tx) => {
    const [isNew] = await tx
      .insert(line_webhook_event)
      .values({ shop_id: ctx.shop_id, webhook_event_id: event.webhook_event_id, received_at: ctx.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (isNew) await changeFriendship(tx, ctx, event)
  })
}

async function changeFriendship(tx: Tx, ctx: QueryContext, event: LineWebhookEvent): Promise<void> {
  if (event.type !== 'follow' && event.type !== 'unfollow') return
  const { line_user_id, at } = event
  const isFriend = event.type === 'follow'
  const known = {
    friend_status_id: isFriend ? FRIEND_STATUS.added : FRIEND_STATUS.not_added,
    is_blocked: !isFriend,
    is_unblocked: event.is_unblocked,
    last_event_at: at,
    updated_at: ctx.clock.now(),
  }
  const [changed] = await tx
    .insert(line_friend)
    .values({ shop_id: ctx.shop_id, line_user_id, ...known })
    .onConflictDoUpdate({
      target: [line_friend.shop_id, line_friend.line_user_id],
      set: known,
      setWhere: or(isNull(line_friend.last_event_at), lte(line_friend.last_event_at, at))!,
    })
    .returning()
  if (changed && isFriend) await creditCampaignForFriend(tx, ctx, line_user_id, event.is_unblocked)
}

async function linkAccount(ctx: Context, { nonce, line_user_id }: LineWebhookEvent): Promise<void> {
  if (nonce === null) return
  try {
    await linkLineByNonce(ctx, nonce, line_user_id)
  } catch (error) {
    // LINE needs no error here; the member sees in their settings that nothing was linked.
    if (!(error instanceof ShopError)) throw error
    ctx.log.warn({ error: error.error }, 'LINE account not linked')
  }
}
