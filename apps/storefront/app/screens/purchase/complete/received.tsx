import type { OfferAfter as Offer } from '@kushi/contract/offer-after'
import type { Order } from '@kushi/contract/order'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { isCashOnDelivery, isPrepaidMethod } from '@kushi/values/payment-method'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName, SALE_TYPE } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { quietApi } from '../../../api.ts'
import { percentOff } from '../../../parts/percent-off.ts'
import { useCustomer } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Sprig } from '../../../ui/empty-state.tsx'
import { SectionHeading } from '../../../ui/heading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Paragraphs } from '../../../ui/rich-text.tsx'
import { Arrival } from './arrival.tsx'
import { OfferAfter } from './offer-after.tsx'
import { OrderNumber } from './order-number.tsx'
import { OrderSummary } from './order-summary.tsx'

interface ReceivedProps {
  order: Order
  /** What can still be added to it; null: nothing. */
  offer: Offer | null
  offersLine: boolean
}

/** ご注文ありがとうございます. */
export function Received({ order, offer, offersLine }: ReceivedProps) {
  const customer = useCustomer()
  const email = customer?.email
  const thanks = order.landing_page?.thanks
  return (
    <>
      <header className="grid justify-items-center gap-3 py-10 text-center md:py-14">
        <Sprig isOpen />
        <h1 tabIndex={-1} className="mt-2 text-2xl md:text-3xl">
          ご注文ありがとうございます
        </h1>
        <p className="text-sm text-muted">たしかに承りました。お届けまで、いましばらくお待ちください。</p>
      </header>
      <div className="grid gap-10">
        {thanks && (
          <div className="grid gap-4">
            <Paragraphs text={thanks} />
          </div>
        )}
        <div className="grid gap-6">
          <Arrival order={order} />
          <OrderNumber>{order.order_no}</OrderNumber>
        </div>
        <OfferAfter order={order} offer={offer} />
        {order.subscription && <SubscriptionStarted order={order} subscription={order.subscription} />}
        <section className="grid gap-3">
          <SectionHeading>これからの流れ</SectionHeading>
          <ol className="grid list-decimal gap-1 pl-6 marker:text-muted">
            <li>確認のメールを{email && `${email}へ`}お送りしました。</li>
            <li>発送しましたら、お荷物の番号をメールでお知らせします。</li>
            <li>ご注文の状況は、マイページの注文履歴でご覧いただけます。</li>
          </ol>
        </section>
        <section className="grid gap-4">
          <SectionHeading>ご注文の内容</SectionHeading>
          <OrderSummary order={order} />
        </section>
        <SubscriptionInvitation order={order} />
        {customer?.sex === null && customer.birthday === null && <MoreAboutYou />}
        {offersLine && <LineNews />}
        <div className="grid gap-3 md:grid-cols-2">
          <ButtonLink to="/products" look={offer ? 'secondary' : 'primary'} wide>
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

/** The optional questions of the registration, for those who left them out. */
const MoreAboutYou = () => (
  <p className="text-sm text-muted">
    性別・生年月日は、
    <Link to="/mypage/customer" className="text-link inline-flex min-h-tap items-center">
      会員情報
    </Link>
    でいつでもご登録いただけます(任意)。
  </p>
)

/** Offers LINE to a member who is not a friend yet. */
const LineNews = () => (
  <section aria-label="LINE" className="grid justify-items-start gap-3 border-y border-line py-6">
    <p>発送とお届けのお知らせを、LINEのトークでも受け取れます。</p>
    <ButtonLink to="/line-subscribe?next=/mypage" look="secondary">
      LINEの友だちに追加する
    </ButtonLink>
  </section>
)

interface SubscriptionStartedProps {
  order: Order
  subscription: NonNullable<Order['subscription']>
}

/** 定期便: the next deliveries, the last day to change them, and a way to pay for when the present one is refused. */
function SubscriptionStarted({ order, subscription }: SubscriptionStartedProps) {
  const { next_delivery_date: next, next_next_delivery_date: nextNext, change_deadline } = subscription
  return (
    <Notice tone="leaf" title={`定期便をはじめました(${deliveryPatternText(subscription)})`}>
      <p className="numeric">
        {`2回目のお届けは${formatDateWithWeekday(next)}、3回目は${formatDateWithWeekday(nextNext)}の予定です。`}
      </p>
      <p className="numeric">{`2回目は${formatDateWithWeekday(change_deadline)}まで、マイページで変更・お休み・解約いただけます。`}</p>
      {subscription.second_way && (
        <p>{`お支払いできないときは、${subscription.second_way.payment_name}でお手続きします。`}</p>
      )}
      {!isCashOnDelivery(order.payment_method_id) &&
        !isPrepaidMethod(order.payment_method_id) &&
        !order.items.some(({ lump_sum_payment_flag }) => lump_sum_payment_flag) && (
          <Link
            to={`/mypage/subscriptions/${order.subscription_id}/edit#second-way`}
            className="text-link inline-flex min-h-tap items-center"
          >
            {subscription.second_way
              ? 'お支払いできないときに使う方法を変更する'
              : 'お支払いできないときに使う方法を決めておく'}
          </Link>
        )}
    </Notice>
  )
}

/** Checks this many items, and offers the first one that is sold as a 定期便. */
const MAX_QUESTIONS = 3

/** 定期便にすると: after a single order, shows the price as a 定期便. It does not change the order. */
function SubscriptionInvitation({ order }: { order: Order }) {
  const isOnce = order.subscription_id === null
  // Asked after the paint: it needs the order's items, and is further down than the number and the day of the order.
  const { data } = useAnswer(isOnce ? `regular.${order.order_no}` : null, (signal) => findOffer(order, signal))
  if (!data) return null
  const { item, sku, first, following } = data
  const priceText = (price: number) => {
    const percent = percentOff(sku, price)
    return percent > 0 ? `${formatYen(price)}(${percent}%OFF)` : formatYen(price)
  }
  const texts = [
    first < following && `初回は${priceText(first)}`,
    `${first < following ? '2回目から' : '毎回'}${priceText(following)}`,
  ]
  return (
    <Notice tone="leaf" icon="repeat" title="次からは、定期便にすると">
      <p className="numeric">{`${wrapInQuoteMarks(itemName(item))}は、税込で${texts.filter(Boolean).join('、')}。`}</p>
      <p>回数のお約束はありません。お休みも解約も、マイページでできます。</p>
      <Link
        to={`/products/detail/${item.product_id}`}
        className="text-link inline-flex min-h-tap items-center"
        aria-label={`${wrapInQuoteMarks(item.product_name)}の定期便を見る`}
      >
        定期便を見る
      </Link>
    </Notice>
  )
}

async function findOffer(order: Order, signal: AbortSignal) {
  for (const item of order.items.slice(0, MAX_QUESTIONS)) {
    const params = { id: item.product_id }
    // Skips a product that is no longer sold.
    const product = await quietApi('GET /v1/product/detail/{id}', { params }, { signal }).catch(() => null)
    const sku = product?.skus.find(({ id }) => id === item.product_sku_id)
    if (product?.sale_type !== SALE_TYPE.both || !sku?.price || !sku.subscription_price) continue
    const { price, subscription_price: following } = sku
    if (following >= price) continue
    return { item, sku, following, first: sku.subscription_first_price ?? following }
  }
  return null
}
