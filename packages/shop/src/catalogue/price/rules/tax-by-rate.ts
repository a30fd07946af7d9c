import type { Amounts } from '@kushi/contract/quote'
import { type TaxRate, taxIncludedIn } from '@kushi/values/price'
import { shareByLargestRemainder } from '@kushi/values/share'
import type { Yen } from '@kushi/values/yen'

type TaxLine = Amounts['tax_lines'][number]

/** Shipping and fees are services: standard rate. */
const serviceRate: TaxRate = 10

/**
 * 税率ごとの合計 of one document, 10 % first: the amount per rate and the tax in it (yen). The amounts add up to goods +
 * services + adjustment exactly. The tax is calculated once per rate and rounded down (インボイス制度).
 *
 * `goods`: after discounts. `services`: delivery and payment fee. `adjustment` belongs to no item, so it is divided
 * among the rates in proportion to their amounts.
 */
export function taxByRate(
  goods: readonly { tax_rate: TaxRate; total: Yen }[],
  services: Yen,
  adjustment: Yen,
): TaxLine[] {
  const totals = new Map<TaxRate, Yen>()
  const add = (rate: TaxRate, total: Yen) => totals.set(rate, (totals.get(rate) ?? 0) + total)
  for (const { tax_rate, total } of goods) add(tax_rate, total)
  if (services !== 0 || (totals.size === 0 && adjustment !== 0)) add(serviceRate, services)
  const rates = [...totals.keys()].sort((a, b) => b - a)
  const shares = shareByLargestRemainder(
    adjustment,
    rates.map((rate) => totals.get(rate) ?? 0),
  )
  return rates.map((tax_rate, index) => {
    const total = (totals.get(tax_rate) ?? 0) + (shares[index] ?? 0)
    return { tax_rate, total, tax: taxIncludedIn(total, tax_rate) }
  })
}
