import type { Order } from '@kushi/contract/order'
import { Picture } from '../../ui/picture.tsx'

const SHOWN = 4

/** The pictures of what was ordered, with what it is called beside them. */
export function OrderThumbs({ items }: { items: Order['items'] }) {
  const [first, ...others] = items
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="grid gap-2">
      <ul aria-hidden="true" className="flex gap-2">
        {items.slice(0, SHOWN).map(({ product_sku_id, product_image }) => (
          <li key={product_sku_id} className="w-16">
            <Picture path={product_image} alt="" sizes="64px" position="near" />
          </li>
        ))}
        {items.length > SHOWN && (
          <li className="numeric grid w-16 place-items-center bg-sand text-sm text-muted">+{items.length - SHOWN}</li>
        )}
      </ul>
      <p className="text-sm">
        {first?.product_name}
        {others.length > 0 && `ほか${others.length}種`}
        <span className="numeric ml-2 text-muted">計{pieces}点</span>
      </p>
    </div>
  )
}
