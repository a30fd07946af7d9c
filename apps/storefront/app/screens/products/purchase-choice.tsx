import { SALE_TYPE } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { whenIdle } from '../../chunk/when-idle.ts'
import { percentOff } from '../../parts/percent-off.ts'
import { Price } from '../../ui/price.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import type { PricedProduct } from './priced.ts'
import type { Buying } from './use-buying.ts'

/** Most products begin with a single purchase, so its code is loaded after that of the choices. */
const loadInterval = () => import('./interval-choice.tsx')
const IntervalChoice = lazy(() => loadChunk(async () => ({ default: (await loadInterval()).IntervalChoice })))

const ONE_TIME = '0'
const SUBSCRIPTION = '1'

/** Single purchase or 定期便, with prices and the interval. Shows only the choices that the product allows. */
export function PurchaseChoice({ product, buying }: { product: PricedProduct; buying: Buying }) {
  const { sku, type } = buying
  const isBoth = product.sale_type === SALE_TYPE.both
  // Before it is needed: it would open late.
  useEffect(() => {
    if (isBoth) whenIdle(() => void loadInterval().catch(() => {}))
  }, [isBoth])
  // The same element while nothing of it changes: React would render a part anew whose code is not there yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setInterval` is new in each render and always sets the same store
  const interval = useMemo(
    () => (
      <Suspense>
        <IntervalChoice
          interval={buying.interval}
          recommended={buying.recommended}
          lasting={buying.lasting}
          onInterval={buying.setInterval}
        />
      </Suspense>
    ),
    [buying.interval, buying.recommended, buying.lasting?.days, buying.lasting?.chosen],
  )
  if (!sku) return null
  const isLumpSum = product.lump_sum_payment_flag
  const following = sku.subscription_price ?? sku.price
  const first = sku.subscription_first_price ?? following
  const discountText = (price: number) => {
    const percent = percentOff(sku, price)
    return percent > 0 ? `${percent}%OFF` : ''
  }
  return (
    <>
      {isBoth && (
        <RadioCards
          legend="買い方"
          value={String(type)}
          onValue={(value) => buying.setType(value === SUBSCRIPTION ? 1 : 0)}
          options={[
            { value: ONE_TIME, label: '今回だけ買う', aside: <Price amount={sku.price} /> },
            {
              value: SUBSCRIPTION,
              label: '定期便で買う',
              description: `${first < following ? `初回${discountText(first) || formatYen(first)}、2回目から${discountText(following)} ${formatYen(following)}(税込)。` : discountText(first) && `毎回${discountText(first)}。`}回数の約束はありません。マイページでお休みも解約もできます。`,
              aside: <Price amount={first} tone="leaf" {...(first < following && { prefix: '初回' })} />,
            },
          ]}
        />
      )}
      {type === 1 && !isLumpSum && interval}
    </>
  )
}
