import type { Subscription, SubscriptionChange } from '@kushi/contract/subscription'
import type { FeeChange } from '../../../parts/shipping-fee-notice.tsx'

interface FeePreview {
  before: Pick<Subscription, 'delivery_fee'>
  after: Pick<Subscription, 'delivery_fee'>
  changes: readonly Pick<SubscriptionChange, 'name'>[]
}

/**
 * The change of the delivery fee that only a new address has caused; null: none. If items or the method also change,
 * the cause is not clear, and only the amounts show the change.
 */
export function feeChangeOf({ before, after, changes }: FeePreview): FeeChange | null {
  const changed = changes.map(({ name }) => name)
  const isByPlace =
    changed.includes('shipping_address') && !changed.includes('items') && !changed.includes('delivery_id')
  return isByPlace && before.delivery_fee !== after.delivery_fee
    ? { from: before.delivery_fee, to: after.delivery_fee }
    : null
}
