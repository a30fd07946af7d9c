import type { ProductDetail, ProductSku } from '@kushi/contract/product'
import { formatYen } from '@kushi/values/yen'
import { percentOff } from '../../parts/percent-off.ts'
import { useShop } from '../../shell/use-shell.ts'
import { Band } from '../../ui/band.tsx'

/** 定期便 in a few facts: first and later price, delivery fee, and how to cancel. */
export function SubscriptionFacts({ product: { skus, lump_sum_payment_num, sale_type } }: { product: ProductDetail }) {
  const shop = useShop()
  const free = shop?.delivery_free_amount ?? null
  const [sku] = skus
  if (!sku) return null
  const { subscription_first_price: first, subscription_price: following } = sku
  const isBoth = sale_type === 3
  const facts = [
    isBoth && first !== null && firstFact(sku, first, shop?.first_price_audience === 'once'),
    isBoth && priceFact(first === null ? '毎回' : '2回目から', sku, following),
    !lump_sum_payment_num && {
      name: 'お休みも解約も',
      figure: 'マイページで',
      text: '回数のお約束はありません。',
    },
    lump_sum_payment_num && {
      name: 'お支払いは一度',
      figure: `${lump_sum_payment_num}回分`,
      text: '最初にまとめてお支払いいただき、あとはお届けを待つだけです。',
    },
    shop !== null && {
      name: '変更の締切',
      figure: `${shop.arranged_before_days}日前`,
      text: 'お届け日・間隔・商品・お届け先を変えられます。離島など遠いお届け先と休業日の前は、締切が早くなります。日付は、お申し込みの確認画面とマイページでご案内します。',
    },
    free !== null &&
      !lump_sum_payment_num && {
        name: '送料',
        figure: `${formatYen(free)}以上で無料`,
        text: `${shop?.delivery_free_after_promotions ? '特典の割引後の商品代金で決まります。' : ''}定期便の商品をまとめると、同じ日に一つの箱でお届けします。`,
      },
  ].filter((one) => one !== false && one !== null && one !== 0)
  return (
    <Band title="定期便という選び方" tone="leaf" lead="使い切るころに、次の一本。買い忘れも、買い置きもいりません。">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-8 md:grid-cols-6 md:gap-x-12">
        {facts.map(({ name, figure, text }, n) => (
          <div
            key={name}
            // Three in a row, and two of a half each where three would leave a gap.
            className={`grid content-start gap-1 border-t border-leaf pt-4 ${facts.length % 2 && n < 3 ? 'md:col-span-2' : 'md:col-span-3'}`}
          >
            <dt className="text-sm text-leaf">{name}</dt>
            <dd className="grid gap-1">
              <span className="numeric font-mincho text-2xl font-semibold md:text-3xl">{figure}</span>
              <span className="text-sm text-muted">{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Band>
  )
}

/** 初回, and that it is once a person where the shop says so. */
function firstFact(sku: ProductSku, price: number, isOnce: boolean) {
  const found = priceFact('初回', sku, price)
  return found && isOnce ? { ...found, text: `${found.text}おひとり様1回に限ります。` } : found
}

/** The discount compared with a single purchase, or the amount alone; null: a price that is no lower. */
function priceFact(name: string, sku: ProductSku, price: number | null) {
  if (!sku.price || price === null || price >= sku.price) return null
  const percent = percentOff(sku, price)
  return percent === 0
    ? { name, figure: formatYen(price), text: '税込。' }
    : { name, figure: `${percent}%OFF`, text: `一度だけ買うときの価格(税込)から、${percent}%引きです。` }
}
