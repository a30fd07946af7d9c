import type { Delivery } from '@kushi/contract/delivery'
import { pricePerPiece, variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ProductBadges } from '../../parts/product-badges.tsx'
import { rememberBuyNow } from '../../state/buy-now.ts'
import { type CartEntry, toHaveAlone, useCartItems, useCartOwner } from '../../state/cart.ts'
import { kindOfCart, purchasePath } from '../../state/purchase-kind.ts'
import { useCustomer } from '../../state/session.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { Phrases } from '../../ui/rich-text.tsx'
import { AddButtons } from './add-buttons.tsx'
import { AxisPicker } from './axis-picker.tsx'
import { FeeNote } from './chosen-way.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { lastingText } from './lasting.ts'
import type { PricedProduct, PricedSku } from './priced.ts'
import { PurchaseChoice } from './purchase-choice.tsx'
import { Restock } from './restock.tsx'
import { axesOf } from './selection.ts'
import { StockState, stockText } from './stock-state.tsx'
import { type Buying, useBuying } from './use-buying.ts'

interface BuyBoxProps {
  product: PricedProduct
  deliveries: readonly Delivery[]
  belowPrice: ReactNode
  /** Called when the customer chooses a SKU with its own picture. */
  onPicture(path: string): void
}

/** All choices before the cart: variant, single purchase or 定期便, quantity. */
export function BuyBox({ product, deliveries, belowPrice, onPicture }: BuyBoxProps) {
  const buying = useBuying(product)
  const choose = (sku: PricedSku) => {
    buying.setSku(sku)
    if (sku.image_path) onPicture(sku.image_path)
  }
  const { sku, entry } = buying
  const { search } = useLocation()
  /** The SKU of which the customer will be told. */
  const [asked, setAsked] = useState<number | null>(null)
  const [first, second] = axesOf(product.skus)
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-2">
        <ProductBadges
          product={{ ...product, is_out_stock: sku?.is_out_stock ?? true, light_flag: sku?.light_flag ?? false }}
        />
        <h1 className="text-2xl md:text-3xl">
          <Phrases>{product.product_name}</Phrases>
        </h1>
        <p className="text-muted">{product.catch_copy}</p>
      </div>
      {!sku || !entry ? (
        <Notice>ただいまお取り扱いを休んでいます。</Notice>
      ) : (
        <>
          <PriceLine entry={entry} each={pricePerPiece(sku)} lasting_days={sku.lasting_days} />
          {belowPrice}
          {/* One announcement for screen readers for each change of the choices. */}
          <p role="status" className="sr-only">
            {[variantName(sku), formatYen(entry.price), stockText(sku)].filter(Boolean).join(' ')}
          </p>
          {first && <AxisPicker axis={first} which={0} skus={product.skus} sku={sku} onChoose={choose} />}
          {second && <AxisPicker axis={second} which={1} skus={product.skus} sku={sku} onChoose={choose} />}
          <PurchaseChoice product={product} buying={buying} />
          {sku.is_out_stock ? (
            <div id="restock" className="scroll-mt-24">
              <Restock key={sku.id} sku={sku} onAsked={() => setAsked(sku.id)} />
            </div>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-4">
              <Quantity
                label={`${product.product_name}の数量`}
                value={buying.quantity}
                onChange={buying.setQuantity}
                max={buying.max}
              />
              <StockState sku={sku} />
            </div>
          )}
          {/* Stays at the window's edge while the choices above are longer than the window. */}
          <div className="grid gap-4 border-t border-line bg-washi py-4 max-md:hidden md:sticky md:bottom-0 md:z-10 low:static">
            <Added product={product} buying={buying} />
            <AddButtons buying={buying} />
          </div>
          <BuyNow buying={buying} />
          <DeliveryNote deliveries={deliveries} entry={entry} />
          <BottomBar>
            <Added product={product} buying={buying} />
            {sku.is_out_stock && asked === sku.id ? (
              <p className="flex min-h-tap items-center justify-center gap-2 text-sm text-leaf">
                <Icon name="check" />
                再入荷のお知らせを承りました
              </p>
            ) : sku.is_out_stock ? (
              <ButtonLink to={{ search, hash: '#restock' }} replace wide>
                再入荷のお知らせを受け取る
              </ButtonLink>
            ) : (
              <AddButtons buying={buying} />
            )}
          </BottomBar>
        </>
      )}
    </div>
  )
}

/**
 * 今すぐ購入する, for members: skips the cart screen and opens the purchase form with the saved data. Hidden while the cart
 * has other items, because they would be bought too, and while the cart is unknown. After a return from the form the
 * button is shown again while the cart has only the chosen item.
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
    if (still === 'add' && !(await put(at))) return
    rememberBuyNow(entry)
    void navigate(purchasePath(kindOfCart(type), '', true))
  }
  return (
    <Button look="secondary" wide pending={isAdding} onClick={({ timeStamp }) => void buy(timeStamp)}>
      今すぐ購入する
    </Button>
  )
}

/** The item just added. */
function Added({ product, buying: { added, putAway } }: { product: PricedProduct; buying: Buying }) {
  if (!added) return null
  return (
    // With text of double size the sheet would cover the window, so only the toast and the cart link are shown.
    <div className="@container">
      <added.Sheet entry={added.entry} related={product.related} onClose={putAway} />
    </div>
  )
}

interface PriceLineProps {
  entry: CartEntry
  /** 「1本あたり ¥1,452」 of a carton; '' otherwise. */
  each: string
  lasting_days: number | null
}

/** The price of one piece for the chosen way to buy. For 年払い, of all deliveries together. */
function PriceLine({ entry, each, lasting_days }: PriceLineProps) {
  const { lump_sum_payment_num: yearly } = entry
  const isCheaperAtFirst = entry.subscription === 1 && entry.price < entry.following_price
  return (
    <div data-price className="grid gap-1 border-y border-line py-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Price
          amount={entry.price * (yearly ?? 1)}
          size="lg"
          tone={isCheaperAtFirst ? 'offer' : 'ink'}
          {...(isCheaperAtFirst && { prefix: '初回' })}
          {...(yearly && { prefix: '一括' })}
        />
        <FeeNote entry={entry} />
      </p>
      {each && <p className="numeric text-sm text-muted">{each}(税込)</p>}
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
