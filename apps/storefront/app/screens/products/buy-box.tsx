import type { PricedDelivery } from '@kushi/contract/delivery'
import { pricePerPiece, variantName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { ProductBadges } from '../../parts/product-badges.tsx'
import type { CartEntry } from '../../state/cart.ts'
import { useCustomer } from '../../state/session.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { Phrases } from '../../ui/rich-text.tsx'
import { AddButtons } from './add-buttons.tsx'
import { AxisPicker } from './axis-picker.tsx'
import { FeeNote } from './chosen-way.tsx'
import { daysOfSupplyText } from './days-of-supply-text.ts'
import type { PricedProduct, PricedSku } from './priced.ts'
import { PurchaseChoice } from './purchase-choice.tsx'
import { productAxes } from './selection.ts'
import { StockState, stockText } from './stock-state.tsx'
import { type Buying, useBuying } from './use-buying.ts'

/** Only members see it. */
const BuyNow = lazy(() => loadChunk(async () => ({ default: (await import('./buy-now.tsx')).BuyNow })))

/** The server renders these; their code is loaded after that of the choices. */
const DeliveryNote = lazy(() =>
  loadChunk(async () => ({ default: (await import('./delivery-note.tsx')).DeliveryNote })),
)
const SetParts = lazy(() => loadChunk(async () => ({ default: (await import('./set-parts.tsx')).SetParts })))
const Restock = lazy(() => loadChunk(async () => ({ default: (await import('./restock.tsx')).Restock })))

interface BuyBoxProps {
  product: PricedProduct
  deliveries: readonly PricedDelivery[]
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
  const customer = useCustomer()
  /** The SKU of which the customer will be told. */
  const [restockSku, setRestockSku] = useState<number | null>(null)
  const [first, second] = productAxes(product.skus)
  // The same elements while nothing of them changes: React would render a part anew whose code is not there yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `entry` is a new object in each render, made of the listed values
  const deliveryNote = useMemo(
    () => (
      <Suspense>
        {sku && entry && <DeliveryNote product={product} deliveries={deliveries} entry={entry} sku={sku} />}
      </Suspense>
    ),
    [product, deliveries, sku, buying.type, buying.quantity],
  )
  const setParts = useMemo(
    () => <Suspense>{sku && sku.parts.length > 0 && <SetParts parts={sku.parts} />}</Suspense>,
    [sku],
  )
  const restock = useMemo(
    () => <Suspense>{sku && <Restock key={sku.id} sku={sku} onAsked={() => setRestockSku(sku.id)} />}</Suspense>,
    [sku],
  )
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
          <Promotions promotions={product.running_promotions} />
          {belowPrice}
          {/* One announcement for screen readers for each change of the choices. */}
          <p role="status" className="sr-only">
            {[variantName(sku), formatYen(entry.price), stockText(sku)].filter(Boolean).join(' ')}
          </p>
          {first && <AxisPicker axis={first} which={0} skus={product.skus} sku={sku} onChoose={choose} />}
          {second && <AxisPicker axis={second} which={1} skus={product.skus} sku={sku} onChoose={choose} />}
          {setParts}
          <PurchaseChoice product={product} buying={buying} />
          {sku.is_out_stock ? (
            <div id="restock" className="scroll-mt-24">
              {restock}
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
          <div className="-mx-1 grid gap-4 border-t border-line bg-washi px-1 py-4 max-md:hidden md:sticky md:bottom-0 md:z-10 low:static">
            <Added product={product} buying={buying} />
            <AddButtons buying={buying} />
          </div>
          {customer && (
            <Suspense>
              <BuyNow buying={buying} />
            </Suspense>
          )}
          {deliveryNote}
          <BottomBar>
            <Added product={product} buying={buying} />
            {sku.is_out_stock && restockSku === sku.id ? (
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

/** 特典 that anybody has: what it gives, its name, and until when. */
const Promotions = ({ promotions }: { promotions: PricedProduct['running_promotions'] }) =>
  promotions.length > 0 && (
    <ul aria-label="特典" className="grid gap-1 text-sm">
      {promotions.map(({ promotion_id, promotion_name, text, until }) => (
        <li key={promotion_id}>
          <span className="text-camellia">{text}</span>
          <span className="ml-2 text-muted">
            {promotion_name}
            {until && `(${until})`}
          </span>
        </li>
      ))}
    </ul>
  )

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
      {lasting_days !== null && (
        <p className="numeric text-sm text-muted">使い切る目安 {daysOfSupplyText(lasting_days)}</p>
      )}
    </div>
  )
}
