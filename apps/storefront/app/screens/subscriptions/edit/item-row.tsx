import { MAX_SALE_LIMIT } from '@kushi/values/limits'
import { itemName, variantName } from '@kushi/values/variant'
import type { ShownItem } from '../../../form/subscription-items.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../ui/price.tsx'
import { Quantity } from '../../../ui/quantity.tsx'

interface ItemRowProps {
  item: ShownItem
  /** One piece of the next delivery. */
  price: number
  isFixed: boolean
  /** 0: taken out; what it was before: put back. */
  onQuantity: (quantity: number) => void
}

/** One item of the subscription. What is taken out stays in sight until the change is confirmed. */
export function ItemRow({ item, price, isFixed, onQuantity }: ItemRowProps) {
  const { product_name, quantity, isRemoved, isNew, is_one_time, is_out_stock } = item
  const variant = variantName(item)
  const name = itemName(item)
  return (
    <div className="flex gap-4">
      <div className={`w-16 shrink-0 ${isRemoved ? 'opacity-50' : ''}`}>
        <Picture path={item.product_image} alt="" sizes="64px" position="near" />
      </div>
      <div className="grid grow content-start gap-1">
        <p className={`font-medium ${isRemoved ? 'text-muted line-through' : ''}`}>{product_name}</p>
        {variant && <p className="text-sm text-muted">{variant}</p>}
        <p className="flex flex-wrap items-center gap-2">
          <Price amount={price} size="sm" tone="leaf" />
          {isNew && <Badge tone="leaf">追加</Badge>}
          {is_one_time && <Badge>今回のみ</Badge>}
          {is_out_stock && <Badge tone="danger">在庫切れ</Badge>}
        </p>
        {isRemoved ? (
          <p aria-live="polite" className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
            次回から外します
            <button type="button" className="text-link min-h-tap" onClick={() => onQuantity(quantity)}>
              元に戻す<span className="sr-only">({name})</span>
            </button>
          </p>
        ) : isFixed ? (
          <p className="numeric text-sm">数量 {quantity}点</p>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-1">
            <Quantity
              label={`${name}の数量`}
              value={quantity}
              onChange={onQuantity}
              max={Math.max(quantity, Math.min(item.sale_limit, MAX_SALE_LIMIT))}
            />
            <button type="button" className="text-link min-h-tap text-sm text-muted" onClick={() => onQuantity(0)}>
              {isNew ? '追加をやめる' : '外す'}
              <span className="sr-only">({name})</span>
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
