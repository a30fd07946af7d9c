import type { DeliveryOffer } from '@kushi/contract/subscription'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { and, asc, eq, or } from 'drizzle-orm'
import { selectDeliveryMethods } from '../../../catalogue/delivery/index.ts'
import type { DeliveryMisfit } from '../../../catalogue/price/index.ts'
import type { MemberContext, MemberQueryContext } from '../../../context.ts'
import type { LoadedSubscription } from './load-subscription.ts'
import { priceByDeliveryMethod } from './price-delivery.ts'

interface Methods {
  /** The present delivery method of the next delivery. */
  delivery_id: number
  /** The shop's visible methods in their order. `misfit`: why the next delivery can't use it; null: it can. */
  methods: (DeliveryOffer & { misfit: DeliveryMisfit | null })[]
}

/** 配送方法 of the shop, checked and priced for the next delivery of this subscription by the rules that charge it. */
export async function loadDeliveryMethodOffers(ctx: MemberQueryContext, loaded: LoadedSubscription): Promise<Methods> {
  const { deliveries, delivery_id } = await priceByDeliveryMethod(ctx, loaded)
  const shown = await selectDeliveryMethods(ctx, eq(delivery.visible, true))
  const times = await ctx.db
    .select({
      id: delivery_time.id,
      delivery_id: delivery_time.delivery_id,
      delivery_time: delivery_time.delivery_time,
    })
    .from(delivery_time)
    .where(
      and(
        eq(delivery_time.shop_id, ctx.shop_id),
        // A time that has ended stays as long as the subscription has it.
        or(eq(delivery_time.is_ended, false), eq(delivery_time.id, loaded.row.delivery_time_id ?? 0)),
      ),
    )
    .orderBy(asc(delivery_time.sort_no), asc(delivery_time.id))
  const methods = deliveries.flatMap(({ id, misfit, ...fees }) => {
    const method = shown.find((one) => one.id === id)
    return method ? [{ ...method, ...fees, misfit, times: times.filter((time) => time.delivery_id === id) }] : []
  })
  return { delivery_id, methods }
}

/** The methods that can be chosen. */
export const loadDeliveryOffers = async (ctx: MemberContext, loaded: LoadedSubscription): Promise<DeliveryOffer[]> =>
  (await loadDeliveryMethodOffers(ctx, loaded)).methods.filter(({ misfit }) => misfit === null)
