import type { SubscriptionDetail } from '@kushi/contract/subscription'
import { price_offer } from '@kushi/db/schema/subscription'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { MemberContext, Verb } from '../context.ts'
import { listEvents } from './internal/list-events.ts'
import { loadOffers } from './internal/load-offers.ts'
import { loadOwn } from './internal/load-subscription.ts'
import { showSubscription } from './internal/show-subscription.ts'

/** 定期便の詳細. @throws ShopError 404 for somebody else's too */
export const getSubscription: Verb<'GET /v1/order/subscription/detail/{id}'> = (ctx, { id }) => detailOf(ctx, id)

/** What every change answers too, so that the screen needs no second call. */
export async function detailOf(ctx: MemberContext, id: number): Promise<SubscriptionDetail> {
  const { view } = await showSubscription(ctx, await loadOwn(ctx, id))
  return { ...view, price_offers: await offersOf(ctx, id), events: await listEvents(ctx, id) }
}

/** 価格変更のお伺い that wait for an answer, or whose price is still to come. */
async function offersOf({ db, shop_id, clock }: MemberContext, id: number) {
  const today = clock.today()
  const mine = and(eq(price_offer.shop_id, shop_id), eq(price_offer.subscription_id, id))
  const isComing = and(eq(price_offer.state, 'agreed'), gt(price_offer.from_date, today))
  const offers = await loadOffers(db, and(mine, or(isNull(price_offer.settled_at), isComing)), today)
  return offers.map(({ view }) => view)
}
