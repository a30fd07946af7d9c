import type { Quote } from '@kushi/contract/quote'
import { formatYen } from '@kushi/values/yen'
import { Icon } from '../../ui/icon.tsx'

/** 「あと○○円で送料無料」, and how far that is. */
export function FreeDelivery({ quote }: { quote: Quote }) {
  const { delivery_free_amount: threshold, free_remaining: remaining } = quote
  if (threshold === null) return null
  const share = Math.min(100, Math.round(((threshold - remaining) / threshold) * 100))
  return (
    <div className="grid gap-2 rounded-base bg-leaf-tint p-4 text-sm">
      <p className="flex items-center gap-2">
        <span className="text-leaf">
          <Icon name={remaining > 0 ? 'truck' : 'check'} />
        </span>
        {remaining > 0 ? (
          <span>
            あと<strong className="numeric px-1 text-base text-leaf">{formatYen(remaining)}</strong>で送料無料です
          </span>
        ) : (
          <span>送料無料でお届けします</span>
        )}
      </p>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-leaf transition-all" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
