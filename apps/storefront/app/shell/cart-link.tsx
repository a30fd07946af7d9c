import { MAX_CART_BADGE } from '@kushi/values/limits'
import { Link } from 'react-router'
import { useCartCount } from '../state/cart.ts'
import { Icon } from '../ui/icon.tsx'

/** The way to the cart, with how much is in it. */
export function CartLink() {
  const count = useCartCount()
  const shown = count > MAX_CART_BADGE ? `${MAX_CART_BADGE}+` : String(count)
  return (
    <Link to="/cart" className="relative grid size-tap place-items-center">
      <Icon name="bag" size={24} />
      <span className="sr-only">カート({count}点)</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="numeric absolute top-1 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1 text-xs leading-none text-surface"
        >
          {shown}
        </span>
      )}
    </Link>
  )
}
