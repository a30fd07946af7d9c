import { SALE_TYPE } from '@kushi/values/sale-type'
import { formatYen } from '@kushi/values/yen'
import { intervals } from '../../parts/interval.ts'
import { percentOff } from '../../parts/percent-off.ts'
import { Price } from '../../ui/price.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { NextDates } from './next-dates.tsx'
import type { PricedProduct } from './priced.ts'
import type { Buying } from './use-buying.ts'

const ONCE = '0'
const SUBSCRIPTION = '1'

/** Once or 定期便, with what each costs, and how often. Only what the product allows is asked. */
export function PurchaseChoice({ product, buying }: { product: PricedProduct; buying: Buying }) {
  const { sku, type } = buying
  if (!sku) return null
  const isLumpSum = product.lump_sum_payment_flag
  const following = sku.subscription_price ?? sku.price
  const first = sku.subscription_first_price ?? following
  const off = (price: number) => {
    const percent = percentOff(sku.price, price)
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
              description: `${first < following ? `初回${off(first)}、2回目から${off(following)} ${formatYen(following)}(税込)。` : off(first) && `いつでも${off(first)}。`}回数の約束はありません。マイページでお休みも解約もできます。`,
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
