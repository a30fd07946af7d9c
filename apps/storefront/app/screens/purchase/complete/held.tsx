import type { Order } from '@kushi/contract/order'
import { useCustomer } from '../../../state/session.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { PageHeading, SectionHeading } from '../../../ui/heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { OrderNumber } from './order-number.tsx'
import { OrderSummary } from './order-summary.tsx'

/** 審査中: the order is placed, but the provider still reviews the payment. */
export function Held({ order }: { order: Order }) {
  const email = useCustomer()?.email
  return (
    <>
      <PageHeading lead="お支払いの審査が終わりしだい、ご注文を確定します。">ご注文をお預かりしました</PageHeading>
      <div className="grid gap-10">
        <OrderNumber>{order.order_no}</OrderNumber>
        <Notice tone="warning" role="status" title="お支払いの審査中です">
          {order.payment_message}
        </Notice>
        <section className="grid gap-3">
          <SectionHeading>これからの流れ</SectionHeading>
          <ol className="phrases grid list-decimal gap-1 pl-6 marker:text-brass">
            <li>審査の結果を{email}へメールでお知らせします。</li>
            <li>ご利用いただける場合は、ご注文が確定し、発送の準備に入ります。</li>
            <li>
              ご利用いただけない場合は、ご注文は成立せず、代金は請求されません。商品はカートに残りますので、別のお支払い方法でご注文いただけます。
            </li>
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
