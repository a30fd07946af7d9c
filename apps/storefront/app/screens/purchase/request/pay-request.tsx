import type { OrderRequest } from '@kushi/contract/order'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { firstPaymentLabel, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { formatDateTime, type Timestamp, timestampToJapanDate } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { ConfirmSection } from '../../../parts/confirm-section.tsx'
import { GiftList } from '../../../parts/gift-list.tsx'
import { Terms } from '../../../parts/terms.tsx'
import { CardForm } from '../../../payment/card-form.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { DeliveryTerms } from '../confirm/delivery-terms.tsx'
import { paymentTiming } from '../confirm/payment-timing.ts'
import { SubscriptionTerms } from '../confirm/subscription-terms.tsx'
import { OrderItems } from '../order-items.tsx'
import { SavedCardNote } from '../saved-card-note.tsx'
import { usePayRequest } from './use-pay-request.ts'

const dueText = (at: Timestamp) =>
  `${formatShortDateWithWeekday(timestampToJapanDate(at))} ${formatDateTime(at).slice(-5)}`

/** 最終確認画面 (特定商取引法 12条の6) of an order by phone, with the card form. */
export function PayRequest({ request }: { request: OrderRequest }) {
  const paying = usePayRequest(request)
  const { assessed, message, draft, delivery_name, delivery_time, payment_name } = request
  const isPeriodic = draft.is_subscription
  const isOrderable = assessed !== null && message === null
  const count = lumpSumDeliveryCount(assessed?.items ?? [])
  return (
    <Page width="text">
      <PageHeading
        lead={`まだご注文は確定していません。内容をご確認のうえ、${dueText(request.expires_at)}までにお支払いください。`}
      >
        お電話でのご注文の確認
      </PageHeading>
      <div className="mt-8 grid gap-8">
        {assessed && (
          <div ref={paying.legal} className="grid gap-10">
            <ConfirmSection title="ご注文の商品と数量">
              <OrderItems items={assessed.items} />
              <GiftList gifts={assessed.summary.gifts} />
            </ConfirmSection>
            <ConfirmSection title="お支払い金額">
              <AmountRows
                amounts={assessed.summary}
                totalLabel={isPeriodic ? firstPaymentLabel(assessed.items) : 'お支払い合計'}
              />
              {draft.delivery_pattern && <SubscriptionTerms pattern={draft.delivery_pattern} assessed={assessed} />}
            </ConfirmSection>
            <ConfirmSection title="お支払い方法と時期">
              <p>{payment_name}(一括払い)</p>
              <ul className="grid gap-1 text-sm">
                {[
                  ...paymentTiming(draft.payment_method_id, {
                    isPeriodic,
                    yearlyCount: count,
                    chargeDate: assessed.charge_date,
                    paymentTotal: assessed.summary.payment_total,
                  }),
                  ...assessed.payment_texts,
                ].map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </ConfirmSection>
            <ConfirmSection title="お届け先とお届けの時期">
              <DeliveryTerms data={{ order: draft, delivery_name, delivery_time }} assessed={assessed} />
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
        {message && (
          <Notice tone="danger" role="alert" title="このままではご注文いただけません">
            <p>{message}</p>
            <p>お手数ですが、お店にご連絡ください。</p>
          </Notice>
        )}
        {paying.problem && (
          <Notice tone="danger" role="alert" title="ご注文は確定していません">
            {paying.problem}
          </Notice>
        )}
        {isOrderable && (
          <>
            <ConfirmSection title="カードの情報">
              <CardForm form={paying.cardForm} />
              {isPeriodic && <SavedCardNote />}
            </ConfirmSection>
            <BottomBar onDesktop="inline">
              <div className="flex items-center gap-4">
                <span aria-hidden="true" className="grid shrink-0">
                  <span className="text-xs text-muted">{isPeriodic && count === null ? '1回目' : '合計'}(税込)</span>
                  <span className="numeric text-lg font-medium leading-tight">
                    {formatYen(assessed.summary.payment_total)}
                  </span>
                </span>
                <Button wide pending={paying.isPaying} onClick={paying.pay}>
                  {paying.isPaying ? 'お待ちください' : '注文を確定する'}
                </Button>
              </div>
            </BottomBar>
          </>
        )}
      </div>
    </Page>
  )
}
