import type { Card } from '@kushi/contract/card'
import { formatCardExpire } from '@kushi/values/card'
import { KONBINI_NAME } from '@kushi/values/konbini'
import {
  isCardPayment as isCardId,
  isNothingToPay,
  NOTHING_TO_PAY_TEXT,
  PAYMENT_METHOD,
  paysFirstDeliveryOnly,
} from '@kushi/values/payment-method'
import { secondWayFeeLabel, secondWayLabel } from '@kushi/values/second-way'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { useEffect } from 'react'
import { konbiniOf } from '../../../form/purchase.ts'
import { CardForm } from '../../../payment/card-form.tsx'
import { brandName, readableCard, useChosenCard } from '../../../payment/chosen-card.ts'
import { secondWayText } from '../../../payment/second-way.ts'
import { Notice } from '../../../ui/notice.tsx'
import { focusCardNumber, NEW_CARD_HASH } from './card-retry.ts'
import type { Assessment, ConfirmData } from './load-confirm.ts'
import { laterPaymentTiming, paymentTiming } from './payment-timing.ts'
import type { Placing } from './use-place-order.ts'

interface PaymentTermsProps {
  data: ConfirmData
  placing: Placing
}

interface SecondWayTermsProps {
  way: NonNullable<Assessment['second_way']>
  card: Card | null
  /** The way of the order. */
  payment_method_id: number | null
  text: string
}

/** お支払いできないときに使う方法, or 2回目からのお支払い方法: which, for how much, and when. */
const SecondWayTerms = ({ way, card, payment_method_id, text }: SecondWayTermsProps) => (
  <div className="grid gap-1 border-t border-line pt-4 text-sm">
    <h3 className="font-medium">{secondWayLabel(payment_method_id)}</h3>
    <p className="text-base">
      {way.payment_name}
      {card && (
        <span className="numeric ml-2 text-sm text-muted">
          {brandName(card.brand)} {readableCard(card.card_info)}
        </span>
      )}
    </p>
    <p>{text}</p>
    {way.payment_fee > 0 && (
      <p className="numeric">{`${secondWayFeeLabel(payment_method_id)}は、${formatYen(way.payment_fee)}(税込)です。`}</p>
    )}
    {way.consent_text && <ConsentGiven text={way.consent_text} />}
  </div>
)

/** 個人情報の第三者提供, as the form asked it. */
const ConsentGiven = ({ text }: { text: string }) => (
  <p className="rounded-base border border-line bg-surface p-4 text-sm">
    {text}
    <span className="block pt-1 text-muted">同意済み</span>
  </p>
)

/** お支払い方法と時期, and the card form again if a reload has cleared the card. */
export function PaymentTerms({ data, placing }: PaymentTermsProps) {
  const { order, card, kind } = data
  const chosen = useChosenCard()
  const occasion = {
    isPeriodic: kind === 'periodic',
    yearlyCount: lumpSumDeliveryCount(data.assessed?.items ?? []),
    chargeDate: data.assessed?.charge_date ?? null,
    paymentTotal: data.assessed?.summary.payment_total ?? 1,
  }
  const second_way = data.assessed?.second_way
  const isFirstOnly = paysFirstDeliveryOnly(order)
  const isCard = isCardId(order.payment_method_id)
  const konbini = konbiniOf(data.draft)
  const isMissing = isCard && placing.wantsNewCard && !chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus once; a card that becomes missing later must not take it
  useEffect(() => {
    if (isMissing && location.hash === NEW_CARD_HASH) focusCardNumber()
  }, [])
  if (data.assessed && isNothingToPay(data.assessed.summary)) return <p>{NOTHING_TO_PAY_TEXT}</p>
  const shown = placing.wantsNewCard ? chosen && { ...chosen, card_info: chosen.masked } : card
  return (
    <div className="grid gap-4">
      <p>
        {isFirstOnly && '1回目: '}
        {data.payment_name}
        {isCard && '(一括払い)'}
        {konbini && `(${KONBINI_NAME[konbini]})`}
        {shown && (
          <span className="numeric block text-sm text-muted">
            {brandName(shown.brand)} {readableCard(shown.card_info)} 有効期限 {formatCardExpire(shown.expire)}
          </span>
        )}
        {order.payment_method_id === PAYMENT_METHOD.amazon_pay && data.amazon && (
          <span className="numeric block text-sm text-muted">{data.amazon.payment_descriptor}</span>
        )}
      </p>
      <ul className="grid gap-1 text-sm">
        {[...paymentTiming(order.payment_method_id, occasion), ...(data.assessed?.payment_texts ?? [])].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {data.assessed?.consent_text && <ConsentGiven text={data.assessed.consent_text} />}
      {second_way && (
        <SecondWayTerms
          way={second_way}
          card={data.second_card}
          payment_method_id={order.payment_method_id}
          text={
            isFirstOnly
              ? laterPaymentTiming(second_way.payment_method_id, occasion.chargeDate)
              : secondWayText(data.payment_name)
          }
        />
      )}
      {isMissing && (
        <div className="grid gap-4 rounded-base border border-line bg-surface p-4 md:p-6" data-not-shown>
          {placing.problem?.kind === 'declined' && (
            <Notice tone="danger" role="alert" title="お支払いができませんでした">
              {placing.problem.message}
            </Notice>
          )}
          {!placing.problem && location.hash !== NEW_CARD_HASH && (
            <Notice tone="warning" title="カードの情報をもう一度ご入力ください">
              安全のため、カードの情報はこの端末にも当店にも残していません。再読み込みをすると、カードだけは入力し直しになります。
            </Notice>
          )}
          <CardForm form={placing.cardForm} />
        </div>
      )}
    </div>
  )
}
