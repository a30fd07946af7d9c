import type { Yen } from '@kushi/values/yen'
import type { DeliveryChoice } from './choose-delivery.ts'

/** The fees of a shop's delivery methods, tax included. */
export interface DeliveryTerms {
  /** Goods at their selling prices from which delivery is free; null: never. */
  delivery_free_amount: Yen | null
  /** It is judged after promotions. */
  delivery_free_after_promotions: boolean
  /** Where delivery is free, クール代 is too. */
  delivery_free_includes_cool: boolean
  /** Visible methods in their order; `cool_fee` is that of one parcel. */
  deliveries: (DeliveryChoice & {
    island_surcharge: Yen
    prefecture_fees: Record<string, Yen>
    prefecture_cool_fees: Record<string, Yen>
  })[]
}

/** Where a parcel goes. Without a prefecture the flat rate applies. */
export interface FeeDestination {
  /** 1 to 47. */
  pref_id: number | undefined
  is_remote_island: boolean
}

/** Returns the delivery methods, each with its fees for that destination and so many chilled or frozen parcels. */
export const deliveryMethodsWithFees = (
  { deliveries }: Pick<DeliveryTerms, 'deliveries'>,
  { pref_id, is_remote_island }: FeeDestination,
  cool_parcels: number,
): DeliveryChoice[] =>
  deliveries.map(({ prefecture_fees, prefecture_cool_fees, island_surcharge, ...method }) => ({
    ...method,
    cool_fee: (prefecture_cool_fees[pref_id ?? 0] ?? method.cool_fee) * cool_parcels,
    flat_rate_delivery_fee:
      (prefecture_fees[pref_id ?? 0] ?? method.flat_rate_delivery_fee) + (is_remote_island ? island_surcharge : 0),
  }))
