import { itemName } from '@kushi/values/product'
import { useState } from 'react'
import type { ManagedSubscription } from '../manage/use-change.ts'
import { SubscriptionItems } from '../parts/subscription-items.tsx'
import { LeaveOutDialog } from './leave-out-dialog.tsx'

/** The items of the next delivery. Each can be left out of it once, and put back until the deadline. */
export function ManagedItems(managed: ManagedSubscription) {
  const { subscription_order_item: items, can } = managed.subscription
  const [chosen, setChosen] = useState<{ sku: number; isOut: boolean } | null>(null)
  return (
    <>
      <SubscriptionItems
        items={items}
        action={(item) =>
          item.can_leave_out || (item.is_left_out && can.change_items) ? (
            <span>
              <button
                type="button"
                className="text-link min-h-tap text-sm text-muted"
                onClick={() => setChosen({ sku: item.product_sku_id, isOut: !item.is_left_out })}
              >
                {item.is_left_out ? '次回のお届けに戻す' : '今回だけ除く'}
                <span className="sr-only">({itemName(item)})</span>
              </button>
            </span>
          ) : null
        }
      />
      {chosen && (
        <LeaveOutDialog
          key={`${chosen.sku} ${chosen.isOut}`}
          {...managed}
          {...chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
