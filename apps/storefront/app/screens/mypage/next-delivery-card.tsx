import type { NextDelivery } from '@kushi/contract/customer'
import { formatShortWithWeekday } from '@kushi/values/date-format'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ItemPictures } from './item-pictures.tsx'
import { itemsText } from './items-text.ts'

/** When the next parcel comes, what is in it, and until when that can be changed. */
export const NextDeliveryCard = ({ delivery }: { delivery: NextDelivery }) => (
  <article
    aria-label={`${formatShortWithWeekday(delivery.next_delivery_date)}のお届け`}
    className="grid gap-4 rounded-base border border-leaf/40 bg-surface p-5 md:grid-cols-[1fr_auto] md:items-end"
  >
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-leaf">
        <Icon name="truck" size={24} />
        <span className="numeric font-mincho text-2xl leading-tight">
          {formatShortWithWeekday(delivery.next_delivery_date)}
        </span>
        <span className="self-end text-sm">お届け予定</span>
      </p>
      <ItemPictures items={delivery.items} />
      <p className="text-sm">{itemsText(delivery.items)}</p>
      <p className="text-sm text-muted">
        {delivery.is_changeable
          ? `${formatShortWithWeekday(delivery.change_deadline)}まで変更できます`
          : '発送の準備に入りました。お受け取りになるまで、変更はできません'}
      </p>
    </div>
    <ButtonLink to={`/mypage/subscriptions/${delivery.subscription_id}/edit`} look="secondary">
      {delivery.is_changeable ? '内容を確認・変更する' : '内容を確認する'}
    </ButtonLink>
  </article>
)
