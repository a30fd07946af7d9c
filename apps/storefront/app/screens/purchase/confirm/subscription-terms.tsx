import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { totalOfLaterDeliveries } from '@kushi/values/later-prices'
import { deliveryRangeText } from '@kushi/values/promotion'
import { deliveriesPerYear, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { CommonAssessment, ConfirmData } from './load-confirm.ts'

interface SubscriptionTermsProps {
  pattern: NonNullable<ConfirmData['order']['delivery_pattern']>
  assessed: CommonAssessment
}

/** 定期便の条件: the price of each later delivery, the duration, and the total per year. */
export function SubscriptionTerms({ pattern, assessed }: SubscriptionTermsProps) {
  const { following, later, payment_total } = assessed.summary
  const yearly = lumpSumDeliveryCount(assessed.items)
  if (yearly !== null)
    return (
      <Notice tone="leaf" title={`全${yearly}回のお届けです`}>
        <p>{deliveryPatternText(pattern)}に、同じ商品を同じ数量でお届けします。</p>
        <p>代金は{yearly}回分を今回まとめてお支払いいただき、2回目からのお支払いはありません。</p>
        <p className="numeric">お支払いの総額は{formatYen(payment_total)}(税込)です。</p>
      </Notice>
    )
  if (!following) return null
  const count = deliveriesPerYear(pattern)
  return (
    <>
      {later.map((phase) => (
        <div key={phase.from_cycle} className="grid gap-2">
          <h3 className="text-base">{deliveryRangeText(phase)}の1回分</h3>
          <p className="text-sm text-muted">
            {deliveryPatternText(pattern)}に、1回目と同じ商品を同じ数量でお届けします。
          </p>
          <AmountRows amounts={phase} totalLabel={phase.to_cycle === null ? '毎回のお支払い' : '1回分のお支払い'} />
        </div>
      ))}
      <Notice tone="leaf" title="お届けは、解約のお申し出があるまで続きます">
        <p>総額の目安: 1年間お続けになると、{count}回のお届けで次の金額です。</p>
        <p className="numeric font-medium">
          {formatYen(payment_total + totalOfLaterDeliveries(later, count))}
          <span className="ml-1 text-xs font-normal text-muted">税込</span>
        </p>
      </Notice>
    </>
  )
}
