import type { Order } from '@kushi/contract/order'
import { DeliverySlip } from './delivery-slip.tsx'
import { Receipt } from './receipt.tsx'

/** 領収書 and 納品書, or why there is none. */
export const Documents = ({ order }: { order: Order }) => (
  <div className="grid gap-8">
    {order.receipt_available ? (
      <Receipt order_no={order.order_no} issued={order.receipt_count} />
    ) : (
      <p className="text-sm text-muted">{order.receipt_reason}</p>
    )}
    {order.delivery_slip_available && <DeliverySlip order_no={order.order_no} />}
  </div>
)
