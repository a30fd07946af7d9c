import { shop } from '@kushi/db/schema/shop'
import { price_offer, subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import { isRunningSubscription } from '@kushi/values/subscription-status'
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import { systemActor } from '../../actor.ts'
import { type Context, contextInTransaction } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { loadSubscriptionsWithDetails } from './internal/load-subscription.ts'
import { loadPriceBookFor } from './internal/price-effect.ts'
import { isPriceOfferStillNeeded, type PriceOfferRow } from './internal/price-offer-still-needed.ts'
import { notifyChanges } from './internal/subscription-line.ts'
import { pauseChange } from './pause-subscription.ts'

const AT_ONCE = 200
/** Days left to answer when a closed shop opens. */
const AFTER_OPENING = 3

/**
 * Job: settles price offers without agreement after their deadline. The old price stays, or, if the shop chose so, the
 * subscription is paused and the member notified; if a delivery is arranged, that waits for a later day. While the shop
 * is closed members can't answer, so their deadlines are extended. Returns how many were settled.
 */
export async function expirePriceOffers(ctx: Context): Promise<number> {
  if (!(await isOpen(ctx))) {
    await keepOpen(ctx)
    return 0
  }
  let settled = 0
  for (let after = 0; ; ) {
    const due = await ctx.db
      .select()
      .from(price_offer)
      .where(
        and(
          eq(price_offer.shop_id, ctx.shop_id),
          isNull(price_offer.settled_at),
          gt(price_offer.id, after),
          lt(price_offer.answer_by, ctx.clock.today()),
        ),
      )
      .orderBy(asc(price_offer.id))
      .limit(AT_ONCE)
    for (const offer of due) if (await settle(ctx, offer)) settled += 1
    if (due.length < AT_ONCE) return settled
    after = due.at(-1)!.id
  }
}

async function isOpen({ db, shop_id }: Context): Promise<boolean> {
  const [row] = await db.select({ opened_at: shop.opened_at }).from(shop).where(eq(shop.id, shop_id))
  return row!.opened_at !== null
}

async function keepOpen({ db, shop_id, clock }: Context): Promise<void> {
  const answer_by = addDays(clock.today(), AFTER_OPENING)
  const unsettled = and(eq(price_offer.shop_id, shop_id), isNull(price_offer.settled_at))
  await db
    .update(price_offer)
    .set({ answer_by })
    .where(and(unsettled, lt(price_offer.answer_by, answer_by)))
}

async function settle(ctx: Context, { shop_id, id, subscription_id, without_answer }: PriceOfferRow): Promise<boolean> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(subscription)
        .where(sameRowCondition(subscription, { shop_id, id: subscription_id }))
        .for('update')
      const mine = and(sameRowCondition(price_offer, { shop_id, id }), isNull(price_offer.settled_at))
      const [offer] = await tx.select().from(price_offer).where(mine).for('update')
      if (!row || !offer) return false
      const canPause = without_answer === 'pause' && isRunningSubscription(row.summary_status)
      const inside = contextInTransaction(ctx, tx)
      const loaded = canPause ? await loadSubscriptionsWithDetails(inside, [row]) : []
      if (
        loaded[0] &&
        isPriceOfferStillNeeded(offer, loaded[0], await loadPriceBookFor(inside, loaded), ctx.clock.today())
      ) {
        const actor = systemActor('価格変更')
        const member = { ...inside, actor, customer_id: row.customer_id }
        const done = await changeSubscription(member, { id: subscription_id, ...pauseChange, mail: 'price_lapsed' })
        await notifyChanges(tx, member, [done], 'line_price_lapsed')
      }
      const state = offer.state === 'asked' ? 'lapsed' : offer.state
      await tx.update(price_offer).set({ state, settled_at: ctx.clock.now() }).where(mine)
      return true
    })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    ctx.log.info({ price_offer: id, error: error.error }, 'price offer is settled later')
    return false
  }
}
