import type { Delivery } from '@kushi/contract/delivery'
import { variantName } from '@kushi/values/variant'
import { formatYen } from '@kushi/values/yen'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { ProductBadges } from '../../parts/product-badges.tsx'
import { useCartItems, useCartOwner } from '../../state/cart.ts'
import { type CartEntry, toHaveAlone } from '../../state/cart-items.ts'
import { kindOfCart, purchasePath } from '../../state/purchase-kind.ts'
import { useCustomer } from '../../state/session.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Phrases } from '../../ui/phrases.tsx'
import { Price } from '../../ui/price.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { AddButtons } from './add-buttons.tsx'
import { AxisPicker } from './axis-picker.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { lastingText } from './lasting.ts'
import type { PricedProduct, PricedSku } from './priced.ts'
import { PurchaseChoice } from './purchase-choice.tsx'
import { Restock } from './restock.tsx'
import { axesOf } from './selection.ts'
import { StockState, stockText } from './stock-state.tsx'
import { type Buying, useBuying } from './use-buying.ts'

const AddedSheet = lazy(() => loadChunk(() => import('./added-sheet.tsx')))

interface BuyBoxProps {
  product: PricedProduct
  deliveries: readonly Delivery[]
  belowPrice: ReactNode
  /** A choice with a picture of its own was made. */
  onPicture(path: string): void
}

/** Everything to choose before the cart: variant, once or 定期便, how many. */
export function BuyBox({ product, deliveries, belowPrice, onPicture }: BuyBoxProps) {
  const buying = useBuying(product)
  const choose = (sku: PricedSku) => {
    buying.setSku(sku)
    if (sku.image_path) onPicture(sku.image_path)
  }
  const { sku, entry } = buying
  const [first, second] = axesOf(product.skus)
  return (
    <div className="grid content-start gap-6">
      <div className="grid gap-2">
        <ProductBadges
          product={{ ...product, is_out_stock: sku?.is_out_stock ?? true, light_flag: sku?.light_flag ?? false }}
        />
        <h1 className="text-2xl md:text-3xl">
          <Phrases>{product.product_name}</Phrases>
        </h1>
        <p className="phrases text-muted">{product.catch_copy}</p>
      </div>
      {!sku || !entry ? (
        <Notice>ただいまお取り扱いを休んでいます。</Notice>
      ) : (
        <>
          <PriceLine entry={entry} lasting_days={sku.lasting_days} />
          {belowPrice}
          {/* Said once for all that a choice changes. */}
          <p role="status" className="sr-only">
            {[variantName(sku), formatYen(entry.price), stockText(sku)].filter(Boolean).join(' ')}
          </p>
          {first && <AxisPicker axis={first} which={0} skus={product.skus} sku={sku} onChoose={choose} />}
          {second && <AxisPicker axis={second} which={1} skus={product.skus} sku={sku} onChoose={choose} />}
          <PurchaseChoice product={product} buying={buying} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            {!sku.is_out_stock && (
              <Quantity
                label={`${product.product_name}の数量`}
                value={buying.quantity}
                onChange={buying.setQuantity}
                max={buying.max}
              />
            )}
            <StockState sku={sku} />
          </div>
          {sku.is_out_stock && <Restock key={sku.id} sku={sku} />}
          <div className="max-md:hidden">
            <AddButtons buying={buying} />
            <Added product={product} buying={buying} />
          </div>
          <BuyNow buying={buying} />
          <DeliveryNote deliveries={deliveries} entry={entry} />
          <BottomBar>
            <Added product={product} buying={buying} />
            <AddButtons buying={buying} isCompact />
          </BottomBar>
        </>
      )}
    </div>
  )
}

/**
 * 今すぐ購入する, for a member: past the cart, to the form with all that is saved. While other things lie in that cart it would buy them too,
 * so it is not there; nor while it is not known what does. Who comes back from the form finds it again, while what they chose lies there.
 */
function BuyNow({ buying: { entry, type, isAdding, put } }: { buying: Buying }) {
  const customer = useCustomer()
  const items = useCartItems()
  const owner = useCartOwner()
  const navigate = useNavigate()
  if (!customer || owner !== customer.id || !entry || entry.is_out_stock) return null
  const still = toHaveAlone(items, entry)
  if (still === null) return null
  const buy = async (at: number) => {
    if (still === 'nothing' || (await put(at))) void navigate(purchasePath(kindOfCart(type), '', true))
  }
  return (
    <Button look="secondary" wide pending={isAdding} onClick={({ timeStamp }) => void buy(timeStamp)}>
      今すぐ購入する
    </Button>
  )
}

/** Its code comes with the first thing that is added. */
function Added({ product, buying: { added, putAway } }: { product: PricedProduct; buying: Buying }) {
  if (!added) return null
  return (
    <Suspense fallback={null}>
      {/* With letters twice as large it would cover the window: the toast and the way to the cart say it then. */}
      <div className="@container">
        <AddedSheet entry={added} related={product.related} onClose={putAway} />
      </div>
    </Suspense>
  )
}

/** What is paid for one piece, bought as chosen: by 年払い all of its deliveries at once. */
function PriceLine({ entry, lasting_days }: { entry: CartEntry; lasting_days: number | null }) {
  const { lump_sum_payment_num: yearly } = entry
  const isCheaperAtFirst = entry.subscription === 1 && entry.price < entry.following_price
  return (
    <div data-price className="grid gap-1 border-y border-line py-4">
      <Price
        amount={entry.price * (yearly ?? 1)}
        size="lg"
        tone={isCheaperAtFirst ? 'offer' : 'ink'}
        {...(isCheaperAtFirst && { prefix: '初回' })}
        {...(yearly && { prefix: '一括' })}
      />
      {yearly && (
        <p className="text-sm text-muted">
          {yearly}回分を最初にまとめてお支払いいただきます(1回あたり{' '}
          <Price amount={entry.price} size="sm" taxNote={false} />)
        </p>
      )}
      {isCheaperAtFirst && (
        <p className="text-sm text-muted">
          2回目から <Price amount={entry.following_price} size="sm" />
        </p>
      )}
      {lasting_days !== null && <p className="numeric text-sm text-muted">使い切る目安 {lastingText(lasting_days)}</p>}
    </div>
  )
}
