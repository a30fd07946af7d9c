import type { OfferAfter as Offer } from '@kushi/contract/offer-after'
import type { Order } from '@kushi/contract/order'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { orderPaymentName } from '@kushi/values/order-status'
import { formatDateTime, timestampToJapanDate } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { quietApi } from '../../../api.ts'
import { usePress } from '../../../line/use-press.ts'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { deliveryDay } from '../../../parts/delivery-day.ts'
import { OfferCard, OfferedGoods } from '../../../parts/offer-card.tsx'
import { Terms } from '../../../parts/terms.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { paymentTiming } from '../confirm/payment-timing.ts'
import { shownText } from '../confirm/shown-text.ts'

interface OfferAfterProps {
  order: Order
  /** null: there is none, it was taken, or it has ended. */
  offer: Offer | null
}

/**
 * 注文のあとのご案内: what one press adds to the order that was just placed, and all that a final confirmation says
 * (特定商取引法 12条の6).
 */
export function OfferAfter({ order, offer }: OfferAfterProps) {
  const { revalidate } = useRevalidator()
  const [taken, setTaken] = useState<Offer | null>(null)
  const [shown_at] = useState(() => new Date().toISOString())
  const card = useRef<HTMLElement>(null)
  const { press, isPending, problem } = usePress(async () => {
    if (!offer || !card.current) return
    const { order_offer_id, terms_version, amounts } = offer
    const shown = {
      payment_total: amounts.payment_total,
      terms_version,
      shown_at,
      text: shownText(card.current.innerText),
    }
    const params = { order_no: order.order_no }
    try {
      await quietApi('POST /v1/order/public/{order_no}/offer/take', { params, body: { order_offer_id, shown } })
      setTaken(offer)
    } finally {
      // Its amounts may have changed, and it may have ended.
      await revalidate()
    }
  })
  const isRefused = problem !== null && !isPending
  if (taken)
    return (
      <Notice tone="leaf" role="status" title="ご注文に追加しました">
        <p className="numeric">
          {taken.item.product_name} {taken.item.quantity}点を加え、お支払い合計は{formatYen(order.payment_total)}
          (税込)になりました。変更の確認メールをお送りしました。
        </p>
      </Notice>
    )
  return (
    <>
      {isRefused && (
        <Notice tone="warning" role="alert" title="追加できませんでした">
          {problem.message}
        </Notice>
      )}
      {offer && (
        <OfferCard title={offer.title} text={offer.text} ref={card}>
          <OfferedGoods item={offer.item} />
          <p className="numeric text-sm">
            <time dateTime={offer.until}>{untilText(offer.until)}</time>
            まで、このご注文に追加できます。お支払い合計(税込・送料込み)は、{formatYen(offer.total_before)}から
            {formatYen(offer.amounts.payment_total)}になります。
            {order.delivery_fee > 0 && offer.amounts.delivery_fee === 0 && '送料は、無料になります。'}
          </p>
          <AmountRows amounts={offer.amounts} totalLabel="追加したあとのお支払い合計" />
          <div className="text-sm">
            <Rows>
              <Row label="お支払い" align="start">
                <p>{orderPaymentName(order)}(ご注文とあわせてお支払いいただきます)</p>
                {paymentTiming(order.payment_method_id, ONCE).map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </Row>
              <Row label="お届け" align="start">
                <p className="numeric">
                  ご注文と同じ箱で、同じお届け先へ({deliveryDay(order)}
                  {order.delivery_time && ` ${order.delivery_time}`})
                </p>
              </Row>
            </Rows>
            <div className="-mt-px">
              <Terms terms={offer.terms} />
            </div>
          </div>
          <div className="grid gap-2">
            <p className="text-sm text-muted">
              押すと、ご注文の変更が確定します。お届け先やお支払いの入力は要りません。追加しないときは、このままで結構です。
            </p>
            <Button wide pending={isPending} onClick={press}>
              この商品を追加する(合計{formatYen(offer.amounts.payment_total)})
            </Button>
          </div>
        </OfferCard>
      )}
    </>
  )
}

/** A single purchase that costs something. */
const ONCE = { isPeriodic: false, yearlyCount: null, chargeDate: null, paymentTotal: 1 }

const untilText = (until: string) =>
  `${formatShortDateWithWeekday(timestampToJapanDate(until))} ${formatDateTime(until).slice(-5)}`
