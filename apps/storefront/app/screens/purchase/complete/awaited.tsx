import type { Order, ToPay } from '@kushi/contract/order'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { paymentMethod } from '@kushi/values/payment-method'
import { HowToPay } from '../../../parts/how-to-pay.tsx'
import { useCustomer } from '../../../state/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeading, SectionHeading } from '../../../ui/heading.tsx'
import { OrderNumber } from './order-number.tsx'
import { OrderSummary } from './order-summary.tsx'

/** 入金待ち: the order is placed, and this is how to pay it. */
export function Awaited({ order, toPay }: { order: Order; toPay: ToPay }) {
  const email = useCustomer()?.email
  return (
    <>
      <PageHeading lead="お支払いが済むと、ご注文が確定します。">ご注文を受け付けました</PageHeading>
      <div className="grid gap-10">
        <div className="grid gap-6">
          <HowToPay toPay={toPay} amount={order.payment_total} />
          <OrderNumber>{order.order_no}</OrderNumber>
        </div>
        <section className="grid gap-3">
          <SectionHeading>これからの流れ</SectionHeading>
          <ol className="grid list-decimal gap-1 pl-6 marker:text-muted">
            <li>{`${paymentMethod(order.payment_method_id).prepaid_by?.slip}を、メールでも${email ? `${email}へ` : ''}お送りしました。`}</li>
            <li>ご入金を確認しましたら、メールでお知らせし、発送の準備に入ります。</li>
            {order.subscription && (
              <li>{`定期便は、ご入金を確認するとはじまります。2回目のお届けは${formatDateWithWeekday(order.subscription.next_delivery_date)}の予定です。`}</li>
            )}
            <li>期限までにお支払いがない場合、ご注文は自動でキャンセルになります。</li>
          </ol>
        </section>
        <section className="grid gap-4">
          <SectionHeading>ご注文の内容</SectionHeading>
          <OrderSummary order={order} />
        </section>
        <ButtonLink to="/mypage/history" wide>
          注文履歴を見る
        </ButtonLink>
      </div>
    </>
  )
}
