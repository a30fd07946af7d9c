import type { Order } from '@kushi/contract/order'
import { useCustomer } from '../../../state/session.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { PageHeading, SectionHeading } from '../../../ui/heading.tsx'
import { Arrival } from './arrival.tsx'
import { AsSubscription } from './as-subscription.tsx'
import { LineNews } from './line-news.tsx'
import { OrderNumber } from './order-number.tsx'
import { OrderSummary } from './order-summary.tsx'
import { SubscriptionStarted } from './subscription-started.tsx'

/** ご注文ありがとうございます. */
export function Received({ order }: { order: Order }) {
  const email = useCustomer()?.email
  return (
    <>
      <PageHeading lead="たしかに承りました。お届けまで、いましばらくお待ちください。">
        ご注文ありがとうございます
      </PageHeading>
      <div className="grid gap-10">
        <div className="grid gap-6">
          <OrderNumber>{order.order_no}</OrderNumber>
          <Arrival order={order} />
        </div>
        {order.subscription && <SubscriptionStarted subscription={order.subscription} />}
        <section className="grid gap-3">
          <SectionHeading>これからの流れ</SectionHeading>
          <ol className="phrases grid list-decimal gap-1 pl-6 marker:text-brass">
            <li>確認のメールを{email}へお送りしました。</li>
            <li>発送しましたら、お荷物の番号をメールでお知らせします。</li>
            <li>ご注文の状況は、マイページの注文履歴でご覧いただけます。</li>
          </ol>
        </section>
        <section className="grid gap-4">
          <SectionHeading>ご注文の内容</SectionHeading>
          <OrderSummary order={order} />
        </section>
        <AsSubscription order={order} />
        <LineNews />
        <div className="grid gap-3 md:grid-cols-2">
          <ButtonLink to="/products" wide>
            お買いものを続ける
          </ButtonLink>
          <ButtonLink to={order.subscription ? '/mypage/subscriptions' : '/mypage/history'} look="secondary" wide>
            {order.subscription ? '定期便を確認する' : '注文履歴を見る'}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}
