import type { QuotedItem } from '@kushi/contract/quote'
import { variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { ItemPrice } from '../../parts/item-price.tsx'
import { SetContents } from '../../parts/set-contents.tsx'
import { Picture } from '../../ui/picture.tsx'

/** The ordered items with quantities. */
export const OrderItems = ({ items }: { items: readonly QuotedItem[] }) => (
  <ul className="divide-y divide-line">
    {items.map((item) => (
      <li key={item.id} className="flex gap-4 py-4 first:pt-0">
        <div className="w-16 shrink-0">
          <Picture path={item.product_image} alt="" sizes="64px" position="near" />
        </div>
        <div className="grid grow content-start gap-1">
          <p className="font-medium">{item.product_name}</p>
          {variantName(item) && <p className="text-sm text-muted">{variantName(item)}</p>}
          <SetContents parts={item.parts} />
          <ItemPrice item={item} />
          <p className="numeric flex justify-between text-sm">
            <span>数量 {item.quantity}点</span>
            <span>{formatYen(item.subtotal)}</span>
          </p>
        </div>
      </li>
    ))}
  </ul>
)
