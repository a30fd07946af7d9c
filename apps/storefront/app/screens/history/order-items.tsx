import type { Order } from '@kushi/contract/order'
import { variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { Picture } from '../../ui/picture.tsx'

/** The ordered items, with names and prices of that day. */
export const OrderItems = ({ items }: { items: Order['items'] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {items.map((item) => (
      <li key={`${item.product_sku_id}:${item.gift_promotion_id}`} className="flex gap-4 py-4">
        <Link
          to={`/products/detail/${item.product_id}`}
          tabIndex={-1}
          aria-hidden="true"
          className="w-16 shrink-0 md:w-20"
        >
          <Picture path={item.product_image} alt="" sizes="80px" />
        </Link>
        <div className="grid grow content-start gap-1">
          <Link to={`/products/detail/${item.product_id}`} className="font-medium hover:underline">
            {item.product_name}
          </Link>
          {item.gift_promotion_id !== null && <p className="text-xs text-leaf">プレゼント</p>}
          {variantName(item) && <p className="text-sm text-muted">{variantName(item)}</p>}
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
            <span className="numeric text-muted">
              {formatYen(item.price)} × {item.quantity}
              {item.lump_sum_payment_flag && `(全${item.lump_sum_payment_num}回分)`}
              {item.tax_rate === 8 && <span title="軽減税率対象"> ※</span>}
            </span>
            <span className="numeric">{formatYen(item.subtotal)}</span>
          </p>
        </div>
      </li>
    ))}
  </ul>
)
