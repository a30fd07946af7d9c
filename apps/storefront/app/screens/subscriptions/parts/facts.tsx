import type { OwnCard } from '@kushi/contract/card'
import type { Subscription } from '@kushi/contract/subscription'
import { addressText } from '@kushi/values/address'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { NOTHING_TO_PAY_TEXT } from '@kushi/values/payment-method'
import { isRunningSubscription, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { isOtherLater, LaterPrices } from '../../../parts/later-prices-list.tsx'
import { brandName, readableCard } from '../../../payment/chosen-card.ts'
import { Price } from '../../../ui/price.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { scheduleOf } from './schedule.ts'

interface FactsProps {
  subscription: Subscription
  cards: readonly OwnCard[] | undefined
}

/** Price, pattern, address and payment. */
export function Facts({ subscription, cards }: FactsProps) {
  const { shipping_address: to, prepaid, payment_total, pattern_label } = subscription
  const schedule = scheduleOf(subscription)
  const isOver = subscription.summary_status === SUBSCRIPTION_STATUS.cancel && !prepaid
  return (
    <Rows>
      {!isOver && (
        <Row label="お支払い" align="start">
          {prepaid ? (
            <>
              年払い(お支払い済み)
              <span className="numeric block text-sm text-muted">
                全{prepaid.total}回のうち、残り{prepaid.remaining}回
              </span>
            </>
          ) : (
            <>
              <Price amount={subscription.arranged_order?.payment_total ?? payment_total} />
              {/* As the notice of the last delivery with a promotion says it. */}
              {subscription.promotions.length > 0 && !subscription.is_ending && isOtherLater(subscription) && (
                <LaterPrices later={subscription.later} note="いまの価格、税込・送料込み" />
              )}
            </>
          )}
          {(!prepaid || payment_total > 0) && (
            <span className="block text-sm">
              {payment_total === 0 && `今回の${NOTHING_TO_PAY_TEXT}。次回から `}
              {paymentText(subscription, cards)}
            </span>
          )}
          {subscription.second_way && (
            <span className="block text-sm text-muted">
              お支払いできないときは {paymentText(subscription.second_way, cards)}
            </span>
          )}
          {schedule?.charge && <span className="block text-sm text-muted">{schedule.charge}</span>}
        </Row>
      )}
      <Row label="お届け周期" align="start">
        {pattern_label}
        {schedule && isRunningSubscription(subscription.summary_status) && (
          <span className="block text-sm text-muted">
            次々回 {formatShortDateWithWeekday(subscription.next_next_delivery_date)}
          </span>
        )}
      </Row>
      <Row label="お届け先" align="start">
        {to.name01} {to.name02} さま<span className="block text-sm text-muted">{addressText(to)}</span>
        <span className="block text-sm text-muted">{subscription.delivery_name}</span>
        {to.delivery_notes && <span className="block text-sm text-muted">置き配・配送メモ: {to.delivery_notes}</span>}
      </Row>
    </Rows>
  )
}

type PaymentFacts = Pick<Subscription, 'payment_name' | 'card_seq'>

/** 「クレジットカード Visa •••• 1111」; the card's details only if they are loaded. */
function paymentText({ payment_name, card_seq }: PaymentFacts, cards: readonly OwnCard[] | undefined): string {
  const card = card_seq === null ? undefined : cards?.find((one) => one.card_seq === card_seq)
  return card ? `${payment_name} ${brandName(card.brand)} ${readableCard(card.card_info)}` : payment_name
}
