import type { Pace } from '@kushi/contract/subscription'
import { subscription } from '@kushi/db/schema/subscription'
import { and, eq, gt } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context, Handler, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { acceptPaceProposal, undoPaceProposal } from './accept-pace.ts'
import { recordLeftoverAnswer, showPace } from './fit-pace.ts'
import { openPaceLink } from './internal/delivery-link.ts'

/**
 * Returns the context of the link's member, for this delivery only. Anybody with the link, even forwarded, can answer,
 * accept a proposal and undo it; the member is notified of every change at once.
 * @throws ShopError 404
 */
async function byLink(ctx: Context, token: string): Promise<{ member: MemberContext; id: number }> {
  await consumeLimit(ctx, 'reminder_link', { address: ctx.ip })
  const link = openPaceLink(ctx, token)
  if (!link || ctx.clock.today() > link.until) throw notFound()
  const [row] = await ctx.db
    .select({ customer_id: subscription.customer_id, cycle: subscription.cycle })
    .from(subscription)
    .where(and(eq(subscription.shop_id, ctx.shop_id), eq(subscription.id, link.id), gt(subscription.summary_status, 0)))
  if (!row || row.cycle !== link.cycle) throw notFound()
  const { customer_id } = row
  return { member: withMemberActor({ ...ctx, customer_id, token_hash: null }, customer_id), id: link.id }
}

/**
 * The holder of the link learns that something was changed meanwhile, but not what: it can be an address or a way of
 * payment.
 */
async function withoutChanges(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ShopError) || error.error !== 'ERROR_SUBSCRIPTION_CHANGED') throw error
    throw new ShopError(
      409,
      'ERROR_SUBSCRIPTION_CHANGED',
      'ほかの画面または端末で、先に変更されました。画面を読み込み直して、もう一度お試しください。',
    )
  }
}

const found = (pace: Pace | null): Pace => {
  if (!pace) throw notFound()
  return pace
}
const shown = async (member: MemberContext, id: number) => found((await showPace(member, { id })).pace)

export const answerPaceByLink: Handler<'POST /v1/order/subscription/pace/answer'> = async (ctx, { token, ...told }) => {
  const { member, id } = await byLink(ctx, token)
  return told.rest_answer === undefined
    ? shown(member, id)
    : found(await recordLeftoverAnswer(member, { id, ...told }, 'link'))
}

export const acceptPaceByLink: Handler<'POST /v1/order/subscription/pace/take'> = async (ctx, { token, ...taken }) => {
  const { member, id } = await byLink(ctx, token)
  await withoutChanges(acceptPaceProposal(member, { id, ...taken }))
  return shown(member, id)
}

export const undoPaceByLink: Handler<'POST /v1/order/subscription/pace/undo'> = async (ctx, { token, version }) => {
  const { member, id } = await byLink(ctx, token)
  await withoutChanges(undoPaceProposal(member, { id, version }))
  return shown(member, id)
}
