import type { CartProblem } from '@kushi/contract/cart'
import { variantName } from '@kushi/values/variant'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { ItemPrice } from '../../parts/item-price.tsx'
import type { CartEntry } from '../../state/cart-items.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ItemProblem } from './item-problem.tsx'
import { ItemQuantity } from './item-quantity.tsx'

interface CartRowProps {
  item: CartEntry
  problem: CartProblem | undefined
  onRemove: () => void
}

/** One item of the cart. */
export function CartRow({ item, problem, onRemove }: CartRowProps) {
  // Can't be had at all: there is nothing to count, and the notice below offers to take it out.
  const isGone = problem?.quantity === 0
  const product = `/products/detail/${item.product_id}`
  return (
    <li
      className="grid gap-3 border-b border-line py-5"
      data-problem={problem ? '' : undefined}
      tabIndex={problem ? -1 : undefined}
    >
      <div className="flex gap-4">
        <Link to={product} tabIndex={-1} aria-hidden="true" className="w-20 shrink-0 md:w-24">
          <Picture path={item.product_image} alt="" sizes="96px" position="near" />
        </Link>
        <div className="grid min-w-0 grow content-start gap-1">
          <Link to={product} className="font-medium hover:underline">
            {item.product_name}
          </Link>
          {variantName(item) && <p className="text-sm text-muted">{variantName(item)}</p>}
          <ItemPrice item={item} />
          {!isGone && (
            <>
              <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <ItemQuantity item={item} />
                <span className="numeric text-sm">
                  <span className="sr-only">小計</span>
                  {formatYen(item.subtotal)}
                </span>
              </div>
              <button
                type="button"
                className="-ml-2 inline-flex min-h-tap items-center gap-1 justify-self-start px-2 text-sm text-muted hover:text-ink"
                aria-label={`${item.product_name}をカートから削除`}
                onClick={onRemove}
              >
                <Icon name="trash" size={16} />
                削除
              </button>
            </>
          )}
        </div>
      </div>
      {problem && <ItemProblem item={item} problem={problem} onRemove={onRemove} />}
    </li>
  )
}
