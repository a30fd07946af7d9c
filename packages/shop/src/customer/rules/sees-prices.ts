import type { PriceVisibility } from '@kushi/values/price-visibility'

export interface Standing {
  corporate_flag: boolean
  price_visibility: PriceVisibility
  /** Of the account that asks; null for one that is not approved, and for a guest. */
  approved_at: Date | null
}

/** Prices are public, but for a shop for companies that keeps them for accounts that it approved. */
export const seesPrices = ({ corporate_flag, price_visibility, approved_at }: Standing): boolean =>
  !corporate_flag || price_visibility === 'everybody' || approved_at !== null
