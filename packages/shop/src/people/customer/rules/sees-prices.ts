import type { PriceVisibility } from '@kushi/values/price'

export interface PriceViewer {
  corporate_flag: boolean
  price_visibility: PriceVisibility
  /** Of the calling account; null for a guest and for an account that is not approved. */
  approved_at: Date | null
}

/** Prices are public, unless a shop for companies shows them only to approved accounts. */
export const arePricesVisible = ({ corporate_flag, price_visibility, approved_at }: PriceViewer): boolean =>
  !corporate_flag || price_visibility === 'everybody' || approved_at !== null
