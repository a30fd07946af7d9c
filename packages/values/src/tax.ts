import type { Yen } from './yen.ts'

/** Consumption tax rate (消費税率) in percent: 10 standard, 8 reduced (food and drink). */
export type TaxRate = 8 | 10

/** 軽減税率: on an invoice such items are marked ※. */
export const REDUCED_TAX_RATE: TaxRate = 8

/**
 * Returns the tax, in yen, contained in a tax-included total.
 *
 * Call it once per rate and document with the sum of that rate's items: the qualified-invoice rules (インボイス制度) allow one
 * rounding there and forbid adding up taxes that were rounded per item. Rounds towards zero, so that the refund of a
 * total returns exactly the tax that was charged on it.
 */
export function taxIncludedIn(total: Yen, rate: TaxRate): Yen {
  const tax = Math.floor((Math.abs(total) * rate) / (100 + rate))
  return total < 0 && tax > 0 ? -tax : tax
}
