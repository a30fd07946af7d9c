import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { useEffect, useRef } from 'react'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NEW_CARD_HASH } from '../confirm/card-retry.ts'
import { requestOf } from '../request/stored-request.ts'

interface PaymentFailedProps {
  kind: PurchaseKind
  order_no: string
  /** The reason from the card company, in words for the customer. */
  message: string | null
  payment_method_id: number | null
}

/** The order failed: nothing was charged, and all input except the card is still there. */
export const PaymentFailed = ({ kind, order_no, message, payment_method_id }: PaymentFailedProps) => {
  const isCard = payment_method_id === PAYMENT_METHOD.credit_card
  const request_no = requestOf(order_no)
  const reason = useRef<HTMLDivElement>(null)
  // The bank leads back to a new page, where a screen reader would otherwise begin at the header.
  useEffect(() => reason.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <PageHeading>{isCard ? 'カード決済' : 'お支払い'}ができませんでした</PageHeading>
      <div className="grid gap-6">
        <div ref={reason} tabIndex={-1} className="outline-none">
          <Notice tone="danger" title="ご注文は確定していません">
            <p>
              {message ??
                (isCard
                  ? '本人認証が完了しなかったか、カード会社に承認されませんでした。'
                  : 'お支払いのお手続きが完了しませんでした。')}
            </p>
            <p>代金は請求されません。</p>
          </Notice>
        </div>
        <p className="numeric text-sm text-muted">
          {`ご入力の内容は残っています${isCard ? '(カードの情報を除きます)' : ''}。お問い合わせの際は、番号 ${order_no} をお知らせください。`}
        </p>
        <div className="grid gap-3 md:grid-cols-2">
          {request_no && (
            <ButtonLink to={`/order-request/${request_no}`} wide>
              カードを入力し直す
            </ButtonLink>
          )}
          {isCard && !request_no && (
            <ButtonLink to={`${purchasePath(kind, 'confirm', true)}${NEW_CARD_HASH}`} wide>
              カードを入力し直す
            </ButtonLink>
          )}
          {!request_no && (
            <ButtonLink to={purchasePath(kind, '', true)} look={isCard ? 'secondary' : 'primary'} wide>
              お支払い方法を変える
            </ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}
