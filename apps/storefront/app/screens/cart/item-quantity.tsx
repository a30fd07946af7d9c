import { compactDigits } from '@kushi/values/text'
import { userMessage } from '@kushi/values/user-message'
import { api } from '../../api.ts'
import { changeQuantity } from '../../state/cart-actions.ts'
import type { CartEntry } from '../../state/cart-items.ts'
import { toast } from '../../state/toast.ts'
import { Quantity } from '../../ui/quantity.tsx'

/** 数量. It changes at once; at the limit it says how many may be bought at a time. */
export function ItemQuantity({ item }: { item: CartEntry }) {
  const tellLimit = () => toast(userMessage('sale_limit', item.sale_limit), 'error')
  return (
    <div
      onClickCapture={(event) => {
        const button = event.target instanceof Element ? event.target.closest('button') : null
        if (
          button?.getAttribute('aria-disabled') === 'true' &&
          item.quantity >= item.sale_limit &&
          button.matches(':last-child')
        )
          tellLimit()
      }}
      onBlurCapture={(event) => {
        if (event.target instanceof HTMLInputElement && Number(compactDigits(event.target.value)) > item.sale_limit)
          tellLimit()
      }}
    >
      <Quantity
        label={`${item.product_name}の数量`}
        value={item.quantity}
        max={item.sale_limit}
        onChange={(quantity) => void changeQuantity(api, item, quantity).catch(() => {})}
      />
    </div>
  )
}
