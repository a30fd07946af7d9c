import type { SubscriptionDetail, SubscriptionEvent } from '@kushi/contract/subscription'
import { price_offer, subscription_event } from '@kushi/db/schema/subscription'
import type { ActorKind } from '@kushi/values/actor'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Context, Handler, MemberContext } from '../../context.ts'
import { loadPriceOffers } from './internal/load-offers.ts'
import { loadOwnSubscription } from './internal/load-subscription.ts'
import { loadDeliveryOffers } from './internal/offer-deliveries.ts'
import type { EventDetail } from './internal/record-event.ts'
import { buildSubscriptionView } from './internal/show-subscription.ts'
import { eventText } from './rules/event-text.ts'

/** 定期便の詳細. @throws ShopError 404, also for another member's subscription */
export const getSubscription: Handler<'GET /v1/order/subscription/detail/{id}'> = (ctx, { id }) =>
  loadSubscriptionDetail(ctx, id)

/** A member's call that is a change: returns the resulting page, so that the screen needs no second call. */
export const memberChangeHandler =
  <I extends { id: number }>(change: (ctx: MemberContext, input: I) => Promise<unknown>) =>
  async (ctx: MemberContext, input: I): Promise<SubscriptionDetail> => {
    await change(ctx, input)
    return loadSubscriptionDetail(ctx, input.id)
  }

export async function loadSubscriptionDetail(ctx: MemberContext, id: number): Promise<SubscriptionDetail> {
  const loaded = await loadOwnSubscription(ctx, id)
  const { view } = await buildSubscriptionView(ctx, loaded)
  const deliveries = view.can.update || view.can.reopen ? await loadDeliveryOffers(ctx, loaded) : []
  return { ...view, deliveries, price_offers: await offersOf(ctx, id), events: await listEvents(ctx, id) }
}

/** 価格変更のお伺い that wait for an answer, or whose agreed price is not in force yet. */
async function offersOf(ctx: MemberContext, id: number) {
  const today = ctx.clock.today()
  const mine = and(eq(price_offer.shop_id, ctx.shop_id), eq(price_offer.subscription_id, id))
  const isComing = and(eq(price_offer.state, 'agreed'), gt(price_offer.from_date, today))
  const offers = await loadPriceOffers(ctx, and(mine, or(isNull(price_offer.settled_at), isComing)))
  return offers.map(({ view }) => view)
}

const shown: Record<ActorKind, string> = {
  guest: 'customer',
  member: 'customer',
  operator: 'shop',
  provider: 'system',
  system: 'system',
}

/** 履歴, newest first, without the shop's internal notes (reasons, codes). */
async function listEvents({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, id: number): Promise<SubscriptionEvent[]> {
  const rows = await db
    .select()
    .from(subscription_event)
    .where(and(eq(subscription_event.shop_id, shop_id), eq(subscription_event.subscription_id, id)))
    .orderBy(desc(subscription_event.id))
    .limit(100)
  return rows.map((row) => ({
    ...row,
    actor: shown[row.actor_kind],
    text: eventText(row.event),
    changes: (row.detail as EventDetail).changes ?? [],
    created_at: row.created_at.toISOString(),
  }))
}
