import { formatShortWithWeekday } from '@kushi/values/date-format'
import { SALE_TYPE } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { quietApi } from '../../api.ts'
import { intervals } from '../../parts/interval.ts'
import { percentOff } from '../../parts/percent-off.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { Price } from '../../ui/price.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { PricedProduct } from './priced.ts'
import type { Buying } from './use-buying.ts'

const ONCE = '0'
const SUBSCRIPTION = '1'

/** Single purchase or 定期便, with prices and the interval. Shows only the choices that the product allows. */
export function PurchaseChoice({ product, buying }: { product: PricedProduct; buying: Buying }) {
  const { sku, type } = buying
  if (!sku) return null
  const isLumpSum = product.lump_sum_payment_flag
  const following = sku.subscription_price ?? sku.price
  const first = sku.subscription_first_price ?? following
  const off = (price: number) => {
    const percent = percentOff(sku, price)
    return percent > 0 ? `${percent}%OFF` : ''
  }
  return (
    <>
      {product.sale_type === SALE_TYPE.both && (
        <RadioCards
          legend="買い方"
          value={String(type)}
          onValue={(value) => buying.setType(value === SUBSCRIPTION ? 1 : 0)}
          options={[
            { value: ONCE, label: '今回だけ買う', aside: <Price amount={sku.price} /> },
            {
              value: SUBSCRIPTION,
              label: '定期便で買う',
              description: `${first < following ? `初回${off(first) || formatYen(first)}、2回目から${off(following)} ${formatYen(following)}(税込)。` : off(first) && `いつでも${off(first)}。`}回数の約束はありません。マイページでお休みも解約もできます。`,
              aside: <Price amount={first} tone="leaf" {...(first < following && { prefix: '初回' })} />,
            },
          ]}
        />
      )}
      {type === 1 && !isLumpSum && (
        <div className="grid gap-3">
          <SelectField
            label="お届け間隔"
            hint="ほかの定期便の商品も、同じ間隔でお届けします。"
            options={intervals}
            value={buying.interval}
            onChange={(event) => buying.setInterval(event.currentTarget.value)}
          />
          <NextDates interval={buying.interval} />
        </div>
      )}
    </>
  )
}

/**
 * Preview of the first delivery dates of a subscription with the chosen interval. Asked here and not by the loader: the
 * dates count from today, and the page may be one that was cached yesterday.
 */
function NextDates({ interval }: { interval: string }) {
  const [division, param1] = interval.split(':')
  const { data } = useAnswer(interval, (signal) =>
    quietApi(
      'GET /v1/delivery/pattern-dates',
      { query: { subscription_division_id: division === '3' ? '3' : '1', param1: Number(param1) } },
      { signal },
    ),
  )
  const dates = data?.items ?? ['', '', '']
  return (
    <div className="rounded-base bg-leaf-tint p-4 text-sm">
      <p className="text-leaf">今日お申し込みのときの目安</p>
      <ol className="grid grid-cols-3 gap-2 pt-2">
        {dates.map((date, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the delivery
          <li key={n} className="numeric">
            <span className="block text-xs text-muted">{n === 0 ? '初回' : `${n + 1}回目`}</span>
            <span className="block min-h-6">{date && formatShortWithWeekday(date)}</span>
          </li>
        ))}
      </ol>
      <p className="pt-2 text-xs text-muted">お届け先により変わります。お届け日はご購入手続きで選べます。</p>
    </div>
  )
}
