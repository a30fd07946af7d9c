import type { Subscription } from '@kushi/contract/subscription'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { SubscriptionAction } from '../manage/use-change.ts'
import { afterCancelText } from './schedule.ts'
import { SubscribeAgain } from './subscribe-again.tsx'

interface StateNoticeProps {
  subscription: Subscription
  onAction: (action: SubscriptionAction) => void
}

const { settlement_error, out_of_stock, other_error, pause, cancel } = SUBSCRIPTION_STATUS

/** A notice for a special state, shown first, with the action that resolves it. */
export function StateNotice({ subscription, onAction }: StateNoticeProps) {
  const { summary_status, failure, can, lock, lock_message, prepaid, last_order, payment_repair_url } = subscription
  const isPaid = prepaid !== null && prepaid.remaining > 0
  const retryDate = failure?.retry_on
    ? `${formatShortDateWithWeekday(failure.retry_on)}に、もう一度お手続きします。`
    : '自動では、もう一度お手続きしません。'
  switch (summary_status) {
    case settlement_error:
      return (
        <Notice tone="danger" title="お支払いができませんでした">
          <p>{failure?.message}</p>
          {lock === null ? (
            <p>
              {payment_repair_url && 'Amazonのページでお支払い方法を直してから、もう一度お手続きください。'}
              お支払い方法を変更していただくと、すぐにお手続きします。{retryDate}
            </p>
          ) : (
            <p>{lock_message}</p>
          )}
          {can.change_payment && (
            <div className="flex flex-wrap gap-3 pt-3">
              {subscription.payment_method_id === PAYMENT_METHOD.credit_card && (
                <Button onClick={() => onAction('card')}>カードを変更する</Button>
              )}
              {payment_repair_url && (
                <a href={payment_repair_url} target="_blank" rel="noreferrer" className={buttonClass('primary', false)}>
                  Amazonのページを開く
                </a>
              )}
              <Button look="secondary" onClick={() => onAction('payment')}>
                {payment_repair_url ? 'もう一度支払う・変更する' : 'お支払い方法を変更する'}
              </Button>
            </div>
          )}
        </Notice>
      )
    case out_of_stock:
      return (
        <Notice tone="warning" title="在庫がなく、お届けできていません">
          <p>
            {failure?.message}
            {failure?.retry_on && retryDate}
          </p>
        </Notice>
      )
    case other_error:
      return (
        <Notice tone="warning" title="お届けの手配を確認しています">
          <p>{failure?.message}</p>
        </Notice>
      )
    case pause:
      return (
        <Notice title="休止中です">
          <p>再開されるまで、お届けもお支払いもありません。</p>
          {can.reopen && (
            <div className="pt-3">
              <Button onClick={() => onAction('reopen')}>定期便を再開する</Button>
            </div>
          )}
        </Notice>
      )
    case cancel:
      return (
        <Notice title="解約済みです">
          <p>
            {afterCancelText(subscription)}
            {!isPaid && 'またお使いになるときは、商品ページからか、同じ内容でお申し込みいただけます。'}
          </p>
          {last_order && (
            <p>
              <Link
                to={`/mypage/history?${new URLSearchParams({ order_no: last_order.order_no })}`}
                className="text-link inline-flex min-h-tap items-center"
              >
                このお届けのご注文を見る
              </Link>
            </p>
          )}
          {!isPaid && (
            <>
              <Goods subscription={subscription} />
              <p className="pt-2">
                <SubscribeAgain subscription={subscription} />
              </p>
            </>
          )}
        </Notice>
      )
    default:
      return lock === 'in_progress' ? <Notice>{lock_message}</Notice> : null
  }
}

/** Links to the goods of a subscription that is over. */
const Goods = ({ subscription: { subscription_order_item: items } }: { subscription: Subscription }) => (
  <ul className="pt-2">
    {items.map((item) => (
      <li key={item.product_sku_id}>
        <Link to={`/products/detail/${item.product_id}`} className="text-link inline-flex min-h-tap items-center">
          {item.product_name}のページへ
        </Link>
      </li>
    ))}
  </ul>
)
