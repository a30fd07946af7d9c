import type { Order } from '@kushi/contract/order'
import { addressText } from '@kushi/values/address'
import { orderPaymentName } from '@kushi/values/order-status'
import { variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { deliveryDay } from '../../../parts/delivery-day.ts'
import { WrappingRows } from '../../../parts/wrapping-row.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'

/** A short summary of the order. */
export const OrderSummary = ({ order }: { order: Order }) => (
  <Rows>
    <Row label="商品" align="start">
      <ul className="grid gap-3">
        {order.items.map((item) => (
          <li
            key={`${item.product_sku_id}:${item.set_sku_id}:${item.gift_promotion_id}`}
            className="flex items-center gap-4"
          >
            <span className="w-14 shrink-0">
              <Picture path={item.product_image} alt="" sizes="56px" className="rounded-base" />
            </span>
            <span>
              {item.gift_promotion_id !== null && <span className="block text-xs text-leaf">プレゼント</span>}
              {item.product_name}
              {variantName(item) && <span className="text-sm text-muted"> {variantName(item)}</span>}
              <span className="numeric ml-2">{item.quantity}点</span>
              {item.set_name && <span className="block text-xs text-muted">{item.set_name}の中身</span>}
            </span>
          </li>
        ))}
      </ul>
    </Row>
    <Row label="お支払い" align="start">
      <span className="numeric font-medium">{formatYen(order.payment_total)}</span>
      <span className="ml-1 text-xs text-muted">税込</span>
      <span className="ml-3">{orderPaymentName(order)}</span>
      {order.payment_texts.map((text) => (
        <span key={text} className="mt-1 block text-sm text-muted">
          {text}
        </span>
      ))}
    </Row>
    <Row label="お届け先" align="start">
      {order.shipping_address.name01} {order.shipping_address.name02} さま
      <br />
      {addressText(order.shipping_address)}
    </Row>
    <WrappingRows wrapping={order.wrapping} />
    <Row label="お届け" align="start">
      {order.delivery_name}
      <span className="numeric ml-3">
        {deliveryDay(order)}
        {order.delivery_time && ` ${order.delivery_time}`}
      </span>
    </Row>
  </Rows>
)
