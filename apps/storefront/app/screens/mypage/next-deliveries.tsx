import type { NextDelivery } from '@kushi/contract/customer'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { Link } from 'react-router'
import { useMembersOnly } from '../../shell/use-shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ItemPictures } from './item-pictures.tsx'
import { itemsText } from './items-text.ts'

/** 次回のお届け, the soonest first. Without any, explains subscriptions. */
export function NextDeliveries({ deliveries }: { deliveries: readonly NextDelivery[] }) {
  const isClosed = useMembersOnly()
  return (
    <section aria-labelledby="next-deliveries" className="grid gap-4">
      <SectionHeading id="next-deliveries">次回のお届け</SectionHeading>
      {deliveries.length === 0 ? (
        <p className="text-sm text-muted">
          お届けを予定している定期便はありません。
          {!isClosed && (
            <Link to="/products?sale_type=2" className="text-link inline-flex min-h-tap items-center text-ink">
              定期便で買える商品を見る
            </Link>
          )}
        </p>
      ) : (
        <ul className="grid gap-4">
          {deliveries.map((delivery) => (
            <li key={`${delivery.subscription_id} ${delivery.next_delivery_date}`}>
              <NextDeliveryCard delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Date and items of the next delivery, and the last day to change it. */
const NextDeliveryCard = ({ delivery }: { delivery: NextDelivery }) => (
  <article
    aria-label={`${formatShortDateWithWeekday(delivery.next_delivery_date)}のお届け`}
    className="grid gap-4 rounded-base bg-leaf-tint p-5 lg:grid-cols-[1fr_auto] lg:items-end lg:p-8"
  >
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 text-leaf">
        <Icon name="truck" size={24} />
        <span className="numeric font-mincho text-2xl leading-tight">
          {formatShortDateWithWeekday(delivery.next_delivery_date)}
        </span>
        <span className="self-end text-sm">お届け予定</span>
      </p>
      <ItemPictures items={delivery.items} isLarge />
      <div className="grid gap-1">
        <p className="text-sm">{itemsText(delivery.items)}</p>
        <DeliveryState {...delivery} />
      </div>
    </div>
    <ButtonLink to={`/mypage/subscriptions/${delivery.subscription_id}/edit`} look="secondary">
      {delivery.is_changeable ? '内容を確認・変更する' : '内容を確認する'}
    </ButtonLink>
  </article>
)

/** What prevents a delivery, by the state of its subscription. */
const stoppedTexts: Record<number, string> = {
  2: 'お支払いが済むまで、お届けの準備を止めています',
  3: '在庫が足りないため、お届けの準備を止めています',
  4: '内容を確認しているため、お届けの準備を止めています',
}

function DeliveryState({ summary_status, is_changeable, change_deadline }: NextDelivery) {
  const stoppedText = stoppedTexts[summary_status]
  if (stoppedText)
    return (
      <p className="flex items-start gap-2 text-sm text-danger">
        <span className="mt-1">
          <Icon name="alert" size={16} />
        </span>
        {stoppedText}
      </p>
    )
  return (
    <p className="text-sm text-muted">
      {is_changeable && change_deadline
        ? `${formatShortDateWithWeekday(change_deadline)}まで変更できます`
        : '発送の準備に入りました。お受け取りになるまで、変更はできません'}
    </p>
  )
}
