import type { CartItemProblem } from '@kushi/contract/cart'
import { cartMessage } from '@kushi/values/cart-message'
import { variantName } from '@kushi/values/product'
import { compactDigits } from '@kushi/values/text'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { ItemPrice } from '../../parts/item-price.tsx'
import { SetContents } from '../../parts/set-contents.tsx'
import type { CartEntry } from '../../state/cart.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture, type PictureProps } from '../../ui/picture.tsx'
import { Quantity } from '../../ui/quantity.tsx'

interface CartRowProps {
  item: CartEntry
  problem?: CartItemProblem | undefined
  position?: PictureProps['position']
  onRemove: () => void
  onQuantity: (quantity: number) => void
}

/** One item of the cart. */
export function CartRow({ item, problem, position = 'near', onRemove, onQuantity }: CartRowProps) {
  // Not available at all: shows no quantity; the notice below offers to remove the item.
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
          <Picture path={item.product_image} alt="" sizes="96px" position={position} />
        </Link>
        <div className="grid min-w-0 grow content-start gap-1">
          <Link to={product} className="font-medium hover:underline">
            {item.product_name}
          </Link>
          <p className="text-sm text-muted empty:hidden">{variantName(item)}</p>
          <SetContents parts={item.parts} />
          <ItemPrice item={item} />
          {!isGone && (
            <>
              <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <ItemQuantity item={item} onQuantity={onQuantity} />
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
      {problem && <ItemProblem item={item} problem={problem} onRemove={onRemove} onQuantity={onQuantity} />}
    </li>
  )
}

interface ItemProblemProps extends Omit<CartRowProps, 'position'> {
  problem: CartItemProblem
}

/** Why the item can't be bought as it is, and a button that corrects it. */
function ItemProblem({ item, problem, onRemove, onQuantity }: ItemProblemProps) {
  const hasReducedStock = problem.quantity > 0 && problem.quantity < item.quantity
  return (
    <Notice tone="danger">
      <p>{problem.message}</p>
      <div className="-ml-6">
        <Button look="quiet" onClick={() => (hasReducedStock ? onQuantity(problem.quantity) : onRemove())}>
          {hasReducedStock ? `数量を${problem.quantity}点にする` : 'カートから削除する'}
        </Button>
      </div>
    </Notice>
  )
}

/** 数量. Changes take effect at once. At the limit it shows the maximum per purchase. */
function ItemQuantity({ item, onQuantity }: Pick<CartRowProps, 'item' | 'onQuantity'>) {
  const showLimit = () => toast(cartMessage('sale_limit', item.sale_limit), 'error')
  return (
    <div
      onClickCapture={(event) => {
        const button = event.target instanceof Element ? event.target.closest('button') : null
        if (
          button?.getAttribute('aria-disabled') === 'true' &&
          item.quantity >= item.sale_limit &&
          button.matches(':last-child')
        )
          showLimit()
      }}
      onBlurCapture={(event) => {
        if (event.target instanceof HTMLInputElement && Number(compactDigits(event.target.value)) > item.sale_limit)
          showLimit()
      }}
    >
      <Quantity
        label={`${item.product_name}の数量`}
        value={item.quantity}
        max={item.sale_limit}
        onChange={onQuantity}
      />
    </div>
  )
}
