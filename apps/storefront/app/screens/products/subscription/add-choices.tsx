import type { Subscription } from '@kushi/contract/subscription'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { SetContents } from '../../../parts/set-contents.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Price } from '../../../ui/price.tsx'
import { Quantity } from '../../../ui/quantity.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { AxisPicker } from '../axis-picker.tsx'
import type { PricedProduct, PricedSku } from '../priced.ts'
import { productAxes } from '../selection.ts'
import { StockState } from '../stock-state.tsx'
import { AddRefusal } from './add-refusal.tsx'
import type { Adding } from './use-adding.ts'

interface AddChoicesProps {
  product: PricedProduct
  subscription: Subscription
  sku: PricedSku
  adding: Adding
}

/** Variant, quantity, 今回のみ or every time, the price in this subscription, and the button. */
export function AddChoices({ product, subscription, sku, adding }: AddChoicesProps) {
  const { there, max, priced, error, isLoading } = adding
  const [first, second] = productAxes(product.skus)
  // What is in it keeps the contents that were promised.
  const currentItem = subscription.subscription_order_item.find((item) => item.product_sku_id === sku.id)
  const next = formatShortDateWithWeekday(subscription.next_delivery_date)
  return (
    <>
      <div aria-live="polite" className={`border-y border-line py-4 ${isLoading ? 'opacity-60' : ''}`}>
        <Price amount={priced?.price ?? sku.subscription_price ?? sku.price} size="lg" tone="leaf" />
        <p className="text-sm text-muted">次回のお届けでの、1点の価格です</p>
      </div>
      <SetContents parts={currentItem?.parts ?? sku.parts} />
      {first && <AxisPicker axis={first} which={0} skus={product.skus} sku={sku} onChoose={adding.setSku} />}
      {second && <AxisPicker axis={second} which={1} skus={product.skus} sku={sku} onChoose={adding.setSku} />}
      {there ? (
        <Notice tone="leaf" title={`この定期便に${there.quantity}点入っています`}>
          追加すると、{there.is_one_time ? '今回のみ' : '毎回'}の数量が増えます。
        </Notice>
      ) : (
        <RadioCards
          legend="お届けのしかた"
          value={adding.isOneTime ? 'once' : 'every'}
          onValue={(value) => adding.setOneTime(value === 'once')}
          options={[
            { value: 'once', label: '今回のみ', description: `${next}のお届けにだけ入れます。` },
            { value: 'every', label: '毎回', description: `${next}から、お届けのたびに入れます。` },
          ]}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        {max >= 1 && (
          <Quantity
            label={`${product.product_name}の数量`}
            value={adding.quantity}
            onChange={adding.setQuantity}
            max={max}
          />
        )}
        <StockState sku={sku} />
      </div>
      {max < 1 ? (
        <Notice tone="warning" role="alert">
          1回のお届けに入れられる数の上限です。
        </Notice>
      ) : (
        error && <AddRefusal error={error} product={product} onRetry={adding.retry} />
      )}
      <BottomBar onDesktop="inline">
        <Button wide pending={isLoading} onClick={adding.add}>
          定期便に追加する
        </Button>
        <p className="pt-1 text-center text-xs text-muted">まだ確定しません。次の画面で、内容をご確認いただけます。</p>
      </BottomBar>
    </>
  )
}
