import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'

/** A subscription could not be charged: said first, with the way out. */
export const PaymentErrorNote = () => (
  <Notice tone="danger" role="alert" title="定期便のお支払いができませんでした">
    <p>
      カードの有効期限やご利用限度額をご確認ください。お支払い方法を変更していただくと、すぐにもう一度お手続きします。
    </p>
    <p className="mt-3">
      <ButtonLink to="/mypage/subscriptions">定期便のお支払いを確認する</ButtonLink>
    </p>
  </Notice>
)
