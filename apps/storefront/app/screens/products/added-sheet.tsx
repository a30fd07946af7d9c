import type { ProductSummary } from '@kushi/contract/product'
import { variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { type CartEntry, useCartItems } from '../../state/cart.ts'
import { purchasePath } from '../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../state/register.ts'
import { useCustomer } from '../../state/session.ts'
import { announceInPlace, toastInPlace } from '../../state/toast.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ADDED } from './added.ts'
import { ChosenTerms } from './chosen-way.tsx'

interface AddedSheetProps {
  entry: CartEntry
  related: readonly ProductSummary[]
  onClose: () => void
}

/** The upper part of the sheet that says what was added, in pixels. */
const FIRST_LINES = 64

/** Two products fit side by side on a phone. */
const MAX_OFFERS = 2

/**
 * The item just added to the cart, the amount missing for free delivery, related
 * products, and the link to the checkout.
 */
export function AddedSheet({ entry, related, onClose }: AddedSheetProps) {
  const customer = useCustomer()
  const navigate = useNavigate()
  const remaining = useCartRemaining(entry.subscription)
  const kind = entry.subscription === 1 ? 'periodic' : 'normal'
  const checkOut = () => {
    if (!customer) beginAsNewcomer()
    void navigate(purchasePath(kind, '', Boolean(customer)))
  }
  const sheet = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each `entry` that is added, though only the sheet's text is read
  useEffect(() => announceAdded(sheet.current!), [entry])
  return (
    // biome-ignore lint/a11y/useSemanticElements: not modal, so the page stays usable
    <div
      ref={sheet}
      role="group"
      aria-label="カートに入れた商品"
      className="grid animate-rise gap-4 pb-4 @max-[16rem]:hidden md:rounded-base md:border md:border-line md:bg-surface md:p-4"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <div className="flex items-center gap-3">
        <span className="w-12 shrink-0">
          <Picture path={entry.product_image} alt="" sizes="48px" position="near" />
        </span>
        <p className="grow text-sm">
          <span className="block text-xs text-leaf">{ADDED}</span>
          {entry.product_name}
          <span className="block text-xs text-muted">
            {[variantName(entry), `${entry.quantity}点`].filter(Boolean).join(' ')}
          </span>
          <ChosenTerms entry={entry} />
        </p>
        <button
          type="button"
          aria-label="カートに入れた商品を閉じる"
          className="-mr-3 grid size-tap shrink-0 place-items-center self-start"
          onClick={onClose}
        >
          <Icon name="close" size={16} />
        </button>
      </div>
      {remaining !== null && (
        <p className="flex items-center gap-2 rounded-base bg-leaf-tint px-3 py-2 text-sm">
          <span className="text-leaf">
            <Icon name={remaining > 0 ? 'truck' : 'check'} />
          </span>
          {remaining > 0 ? `カートはあと${formatYen(remaining)}で送料無料です` : 'カートは送料無料です'}
        </p>
      )}
      {related.length > 0 && (
        <div className="grid gap-2">
          <p className="text-xs text-muted">一緒に使いたいもの</p>
          <ul className="grid grid-cols-2 gap-3">
            {related.slice(0, MAX_OFFERS).map(({ id, product_name, product_image, price_min }) => (
              <li key={id}>
                <Link
                  to={`/products/detail/${id}`}
                  className="flex min-h-tap items-center gap-2 text-xs hover:underline"
                >
                  <span className="w-10 shrink-0">
                    <Picture path={product_image.path} alt="" sizes="40px" position="near" />
                  </span>
                  <span>
                    {product_name}
                    {price_min !== null && <span className="numeric block text-muted">{formatYen(price_min)}〜</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button wide onClick={checkOut}>
        {entry.subscription === 1 ? '定期便のお手続きへ' : 'ご購入手続きへ'}
      </Button>
    </div>
  )
}

/**
 * Says it once: screen readers speak what the sheet shows. A toast says so where the sheet is not seen: its place is too
 * narrow for it, or below the window. The sheet of the other layout (bar of a phone, below the button elsewhere) says
 * nothing.
 */
function announceAdded(sheet: HTMLElement): void {
  if (sheet.parentElement?.getClientRects().length === 0) return
  const { top, height } = sheet.getBoundingClientRect()
  if (height > 0 && top < innerHeight - FIRST_LINES) announceInPlace(ADDED)
  else toastInPlace(ADDED)
}

/** Yen missing for free delivery of this cart, from the server; null until it responds. */
function useCartRemaining(type: CartEntry['subscription']): number | null {
  const items = useCartItems().filter(({ subscription, is_out_stock }) => subscription === type && !is_out_stock)
  const itemKeys = items.map(({ id, quantity }) => `${id}:${quantity}`)
  const { data } = useAnswer(itemKeys.length > 0 ? `${type} ${itemKeys.join()}` : null, (signal) =>
    quietApi(
      'GET /v1/product/sku/list',
      { query: { product_sku_ids: itemKeys, is_subscription: type === 1 } },
      { signal },
    ),
  )
  return data?.summary.delivery_free_amount == null ? null : data.summary.free_remaining
}
