import { userMessage } from '@kushi/values/user-message'
import { formatYen } from '@kushi/values/yen'
import { Notice } from '../../ui/notice.tsx'
import type { FeeChange } from './shipping-fee.ts'

/** 送料が変わりました: said where the address is chosen, and again where the amount is agreed to. */
export const ShippingFeeNotice = ({ change }: { change: FeeChange | null }) =>
  change && (
    <Notice tone="warning" role="status">
      <p>{userMessage('shipping_fee_changed')}</p>
      <p className="numeric">
        送料: {formatYen(change.from)} → {formatYen(change.to)}
      </p>
    </Notice>
  )
