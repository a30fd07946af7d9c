import type { Order } from '@kushi/contract/order'
import { DocumentDownload } from './document-download.tsx'
import { Receipt } from './receipt.tsx'

/** 領収書, 納品書 and, after a refund, 適格返還請求書; or why there is no receipt. */
export const Documents = ({ order }: { order: Order }) => (
  <div className="grid gap-8">
    {order.receipt_available ? (
      <Receipt order_no={order.order_no} issued={order.receipt_count} />
    ) : (
      <p className="text-sm text-muted">{order.receipt_reason}</p>
    )}
    {order.delivery_slip_available && <DocumentDownload order_no={order.order_no} type="delivery-slip" />}
    {order.return_invoice_available && <DocumentDownload order_no={order.order_no} type="return-invoice" />}
  </div>
)
