import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { firstPaymentLabel, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { trackPaymentChoice } from '../../../analytics/ecommerce.ts'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { ConfirmSection } from '../../../parts/confirm-section.tsx'
import { GiftList } from '../../../parts/gift-list.tsx'
import { GrantedPoints } from '../../../parts/granted-points.tsx'
import { PriceNotes } from '../../../parts/price-notes.tsx'
import { PromotionList } from '../../../parts/promotion-list.tsx'
import { ShippingFeeNotice } from '../../../parts/shipping-fee-notice.tsx'
import { Terms } from '../../../parts/terms.tsx'
import { formPath } from '../../../state/page-purchase.ts'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { OrderItems } from '../order-items.tsx'
import { PurchaseSteps } from '../steps.tsx'
import { AdConsent } from './ad-consent.tsx'
import { ConfirmProblems } from './confirm-problems.tsx'
import { DeliveryTerms } from './delivery-terms.tsx'
import type { Assessment, ConfirmData } from './load-confirm.ts'
import { PaymentTerms } from './payment-terms.tsx'
import { SubscriptionTerms } from './subscription-terms.tsx'
import { type Placing, usePlaceOrder } from './use-place-order.ts'

/** The change of the delivery fee by the address; null: none. */
const feeSince = ({ shipping_fee, assessed }: ConfirmData) => {
  const to = assessed?.summary.delivery_fee
  return shipping_fee === null || to === undefined || shipping_fee === to
    ? null
    : { from: shipping_fee, to, is_first: true }
}

/** Everything that the customer is about to accept, and the button to confirm it. */
export function ConfirmScreen({ data }: { data: ConfirmData }) {
  const { kind, assessed, order } = data
  const placing = usePlaceOrder(data)
  const countChoice = useEffectEvent(() => {
    if (assessed) trackPaymentChoice(assessed.items, order.payment_method_id)
  })
  useEffect(() => countChoice(), [])
  const isPeriodic = kind === 'periodic'
  const form = formPath(kind, true)
  return (
    <Page width="text">
      <PageHeading lead="まだご注文は確定していません。内容をご確認のうえ、「注文を確定する」を押してください。">
        ご注文内容の確認
      </PageHeading>
      <PurchaseSteps current={2} />
      {assessed && isPeriodic && <InShort assessed={assessed} />}
      <div className="mt-8 grid gap-8">
        {data.pending_order_no && !placing.problem && (
          <OrderUnderWay
            order_no={data.pending_order_no}
            isCard={order.payment_method_id === PAYMENT_METHOD.credit_card}
            placing={placing}
          />
        )}
        {assessed && (
          <div ref={placing.legal} className="grid gap-12">
            <ConfirmSection title="ご注文の商品と数量" changeAt={data.page ? form : `/cart?tab=${kind}`}>
              <OrderItems items={assessed.items} />
              <GiftList gifts={assessed.summary.gifts} />
            </ConfirmSection>
            <ConfirmSection title="お支払い金額">
              <ShippingFeeNotice change={feeSince(data)} />
              <AmountRows
                amounts={assessed.summary}
                totalLabel={isPeriodic ? firstPaymentLabel(assessed.items) : 'お支払い合計'}
              />
              <PriceNotes notes={assessed.summary.notes} />
              <PromotionList promotions={assessed.summary.promotions} />
              <GrantedPoints granted={assessed.summary.points?.granted ?? 0} />
              {order.delivery_pattern && <SubscriptionTerms pattern={order.delivery_pattern} assessed={assessed} />}
            </ConfirmSection>
            <ConfirmSection title="お支払い方法と時期" changeAt={form}>
              <PaymentTerms data={data} placing={placing} />
            </ConfirmSection>
            <ConfirmSection title="お届け先とお届けの時期" changeAt={form}>
              <DeliveryTerms data={data} assessed={assessed} />
            </ConfirmSection>
            <ConfirmSection title={isPeriodic ? '変更・解約・返品' : 'キャンセル・返品'}>
              <Terms terms={assessed.terms} />
              <p className="text-sm">
                <Link to="/contents/defrayal.html" className="text-link inline-flex min-h-tap items-center">
                  特定商取引法に基づく表記
                </Link>
              </p>
            </ConfirmSection>
          </div>
        )}
        {assessed?.ad_consent_text && <AdConsent text={assessed.ad_consent_text} placing={placing} />}
        <ConfirmProblems data={data} placing={placing} />
        <BottomBar onDesktop="inline">
          <div className="flex items-center gap-4">
            {assessed && (
              <span aria-hidden="true" className="grid shrink-0">
                <span className="text-xs text-muted">
                  {isPeriodic && lumpSumDeliveryCount(assessed.items) === null ? '1回目' : '合計'}(税込)
                </span>
                <span className="numeric text-lg font-medium leading-tight">
                  {formatYen(assessed.summary.payment_total)}
                </span>
              </span>
            )}
            <Button wide pending={placing.isPlacing} onClick={placing.send}>
              {placing.isPlacing ? 'お待ちください' : '注文を確定する'}
            </Button>
          </div>
        </BottomBar>
      </div>
    </Page>
  )
}

/** The first and the second payment of a 定期便 in one line, before all details. */
function InShort({ assessed: { summary, items, first_delivery_date, next_delivery_date } }: { assessed: Assessment }) {
  const [second] = summary.later
  if (!second || !next_delivery_date || lumpSumDeliveryCount(items) !== null) return null
  const part = (label: string, day: CalendarDate, amount: number) => (
    <span className="whitespace-nowrap">
      {label}({formatShortDateWithWeekday(day)}お届け) <strong className="font-medium">{formatYen(amount)}</strong>
    </span>
  )
  return (
    <p className="numeric mt-6 flex flex-wrap gap-x-4 rounded-base bg-sand px-4 py-3">
      {part('1回目', first_delivery_date, summary.payment_total)}
      {part('2回目', next_delivery_date, second.payment_total)}
      <span className="text-xs text-muted self-center">税込・送料込み</span>
    </p>
  )
}

interface OrderUnderWayProps {
  order_no: string
  isCard: boolean
  placing: Placing
}

/** An earlier click led to the card company, or to a provider that did not respond, and the payment is still open. */
const OrderUnderWay = ({ order_no, isCard, placing }: OrderUnderWayProps) => (
  <Notice tone="warning" title="お支払いの途中のご注文があります">
    <p className="numeric">{`ご注文番号 ${order_no} の${isCard ? '本人認証' : 'お手続き'}が、まだ終わっていません。`}</p>
    <p>
      {isCard
        ? '続きから進めるか、下でカードを入力し直してご注文ください。二重に請求されることはありません。'
        : '続きからお進みください。二重に請求されることはありません。'}
    </p>
    <div className="mt-2">
      <Button look="secondary" pending={placing.isPlacing} onClick={placing.resume}>
        {isCard ? '本人認証に進む' : '続きから進める'}
      </Button>
    </div>
  </Notice>
)
