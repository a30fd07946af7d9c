import type { CalendarDate } from './calendar-date.ts'
import type { Yen } from './yen.ts'

/** 手数料表: the fee for totals from `from_amount` yen on. */
export interface PaymentFee {
  from_amount: Yen
  fee: Yen
}

/** The terms from which a delivery is priced, besides its goods and promotions. */
export interface PriceTerms {
  /** 送料 of the method that carries it, to its destination. */
  delivery_fee: Yen
  /** クール代 of all cooled parcels by that method, to that destination. */
  cool_fee: Yen
  /** Goods at their selling prices from which delivery is free; null: never. */
  delivery_free_amount: Yen | null
  /** Free delivery is judged by the price of the goods after promotions. */
  delivery_free_after_promotions: boolean
  /** Where delivery is free, クール代 is too. */
  delivery_free_includes_cool: boolean
  /** The fees of the payment method. */
  payment_fees: readonly PaymentFee[]
  /** Percent that promotions together take off an item at most. */
  most_promotion_rate: number
  /** Percent off goods. */
  rank_discount_rate: number
}

/** The fees in yen that the customer was told for a delivery; null: none was told. */
export interface AnnouncedFees {
  delivery_fee: Yen | null
  cool_fee: Yen | null
  payment_fee: Yen | null
}

/**
 * The price terms that a member confirmed for a subscription, and the choices to which they apply. When the member
 * chooses anew, the terms of that day apply.
 */
export interface AgreedTerms extends PriceTerms {
  delivery_id: number | null
  /** The method that carries the goods; it differs from the one that was chosen where they don't fit. */
  carried_by: number
  pref_id: number | null
  is_remote_island: boolean
  /** null: cash on delivery. */
  payment_method_id: number | null
  /** Each SKU with its pieces. */
  goods: string
  /** Chilled or frozen parcels in which they travel. */
  cool_parcels: number
  /** Higher fees to which the member agreed; absent: none. */
  next?: AgreedRise | undefined
}

/** 送料・手数料 to which a member agreed, for the deliveries from a day on. */
interface AgreedRise {
  from: CalendarDate
  terms: PriceTerms
}

type CoolTerm = 'cool_fee' | 'cool_parcels' | 'delivery_free_includes_cool'

/** Agreed terms as a contract stores them; older ones have no クール代. */
export type StoredAgreedTerms = Omit<AgreedTerms, CoolTerm> & Partial<Pick<AgreedTerms, CoolTerm>>
