import { formatYen } from '@kushi/values/yen'
import type { CartType } from '../../state/cart.ts'
import type { PricedSku } from './priced.ts'

/** 数量割引 of the chosen way to buy: 「3点以上 1点¥2,200」. */
export function QuantityPrices({ sku, type }: { sku: PricedSku; type: CartType }) {
  const rows = sku.quantity_prices.flatMap(({ from_pieces, price, subscription_price }) => {
    const each = type === 1 ? subscription_price : price
    return each === null ? [] : [{ from_pieces, each }]
  })
  if (rows.length === 0) return null
  return (
    <ul aria-label="まとめ買いの価格" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <li className="w-full font-medium text-ink">まとめ買い</li>
      {rows.map(({ from_pieces, each }) => (
        <li key={from_pieces} className="numeric">
          {from_pieces}点以上 <span className="text-leaf">1点 {formatYen(each)}</span>
          <span className="text-muted text-xs">(税込)</span>
        </li>
      ))}
    </ul>
  )
}
