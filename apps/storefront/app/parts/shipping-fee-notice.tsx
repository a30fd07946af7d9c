import { userMessage } from '@kushi/values/user-message'
import { formatYen, type Yen } from '@kushi/values/yen'
import { Notice } from '../ui/notice.tsx'

export interface FeeChange {
  from: Yen
  to: Yen
  /** No address was known before, so nobody changed one. */
  is_first?: boolean
}

/** 送料が変わりました: shown where the customer chooses the address, and again at the confirmation. */
export const ShippingFeeNotice = ({ change }: { change: FeeChange | null }) =>
  change && (
    <Notice tone="warning" role="status">
      <p>{userMessage(change.is_first ? 'shipping_fee_by_place' : 'shipping_fee_changed')}</p>
      <p className="numeric">
        送料: {formatYen(change.from)} → {formatYen(change.to)}
      </p>
    </Notice>
  )
