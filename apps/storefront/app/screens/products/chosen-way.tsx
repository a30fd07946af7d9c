import { formatYen } from '@kushi/values/yen'
import { isFreeAlone } from '../../parts/free-delivery.ts'
import { intervalLabel, patternOf } from '../../parts/interval.ts'
import { useShop } from '../../shell/use-shell.ts'
import type { CartEntry } from '../../state/cart.ts'
import { useRegister } from '../../state/register.ts'
import { Price } from '../../ui/price.tsx'

/** How the item comes: 「定期便・2か月ごと」, 「年払い・6回分」; empty for a single purchase. */
export function usePurchaseTypeText({ subscription, lump_sum_payment_num }: CartEntry, preselected?: string): string {
  const chosen = useRegister((state) => state.delivery_pattern)
  const pattern = chosen ?? (preselected === undefined ? null : patternOf(preselected))
  if (subscription !== 1) return ''
  return lump_sum_payment_num ? `年払い・${lump_sum_payment_num}回分` : `定期便・${intervalLabel(pattern)}`
}

/** What the chosen pieces cost now, and from the second delivery on. */
export function ChosenPrice({ entry, interval }: { entry: CartEntry; interval: string }) {
  const typeText = usePurchaseTypeText(entry, interval)
  const following = laterPrice(entry)
  return (
    <span className="grid max-w-full shrink-0 leading-tight">
      {typeText && <span className="text-xs text-leaf">{typeText}</span>}
      <span className="flex flex-wrap items-baseline gap-x-1">
        <Price amount={entry.subtotal} {...prefixOf(entry)} />
        <FeeNote entry={entry} />
      </span>
      {following !== null && (
        <span className="numeric text-xs text-muted">
          2回目から <span className="whitespace-nowrap">{formatYen(following)}</span>
        </span>
      )}
    </span>
  )
}

/** The same in one sentence, for the item in the cart. */
export function ChosenTerms({ entry }: { entry: CartEntry }) {
  const typeText = usePurchaseTypeText(entry)
  const following = laterPrice(entry)
  if (!typeText) return null
  const now = `${prefixOf(entry).prefix}${formatYen(entry.subtotal)}`
  return (
    <span className="numeric block text-xs text-leaf">
      {[typeText, following === null ? now : `${now}、2回目から${formatYen(following)}`].join(' ')}(税込)
    </span>
  )
}

const prefixOf = ({ subscription, lump_sum_payment_num, price, following_price }: CartEntry) =>
  subscription !== 1 ? {} : { prefix: lump_sum_payment_num ? '一括' : price < following_price ? '初回' : '毎回' }

/** The price of each later delivery, if it differs from the first one's. */
const laterPrice = ({ subscription, lump_sum_payment_num, price, following_price, quantity }: CartEntry) =>
  subscription === 1 && !lump_sum_payment_num && price < following_price ? following_price * quantity : null

/** 「+ 送料」, unless these goods alone reach free delivery. */
export function FeeNote({ entry }: { entry: CartEntry }) {
  const shop = useShop()
  if (isFreeAlone(shop, entry)) return null
  return <span className="whitespace-nowrap text-xs text-muted">+ 送料</span>
}
