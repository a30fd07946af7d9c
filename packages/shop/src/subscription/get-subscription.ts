import type { SubscriptionDetail } from '@kushi/contract/subscription'
import type { MemberContext, Verb } from '../context.ts'
import { listEvents } from './internal/list-events.ts'
import { loadOwn } from './internal/load-subscription.ts'
import { showSubscription } from './internal/show-subscription.ts'

/** 定期便の詳細. @throws ShopError 404 for somebody else's too */
export const getSubscription: Verb<'GET /v1/order/subscription/detail/{id}'> = (ctx, { id }) => detailOf(ctx, id)

/** What every change answers too, so that the screen needs no second call. */
export async function detailOf(ctx: MemberContext, id: number): Promise<SubscriptionDetail> {
  const { view } = await showSubscription(ctx, await loadOwn(ctx, id))
  return { ...view, events: await listEvents(ctx, id) }
}
