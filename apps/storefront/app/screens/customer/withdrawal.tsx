import type { NextDelivery } from '@kushi/contract/customer'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { Link } from 'react-router'
import { useShop } from '../../shell/use-shell.ts'
import { SectionHeading } from '../../ui/heading.tsx'

/** 退会: by phone, or here if the shop accepts it; and until when. */
export function Withdrawal({ deliveries }: { deliveries: readonly NextDelivery[] | undefined }) {
  const shop = useShop()
  const phone = shop?.phone_number
  const isHere = shop?.withdrawal_by === 'mypage'
  return (
    <section aria-labelledby="withdrawal" className="grid gap-3 border-t border-line pt-8 text-sm">
      <SectionHeading id="withdrawal">退会について</SectionHeading>
      {isHere && (
        <p>
          <Link to="/mypage/customer/withdrawal" className="text-link inline-flex min-h-tap items-center text-base">
            退会のお手続きへ
          </Link>
        </p>
      )}
      <p>
        {isHere ? 'お電話でも承ります。' : '退会のお手続きは、お電話で承ります。'}
        {phone && (
          <>
            <a
              href={`tel:${phone.replace(/\D/g, '')}`}
              className="numeric text-link inline-flex min-h-tap items-center text-base"
            >
              {phone}
            </a>
            へご連絡ください。
          </>
        )}
      </p>
      <p>{withdrawalDeadline(deliveries, shop?.arranged_before_days)}</p>
      <p className="text-muted">
        退会後はログインできなくなり、購入履歴もご覧いただけません。定期便だけを止めたいときは、
        <Link to="/mypage/subscriptions" className="text-link">
          定期便の画面
        </Link>
        から休止・解約できます。
      </p>
      <p>
        <Link to="/mypage/customer/privacy" className="text-link inline-flex min-h-tap items-center">
          個人情報のご請求(開示・訂正・利用停止・削除)
        </Link>
      </p>
    </section>
  )
}

type UpcomingDelivery = Pick<
  NextDelivery,
  'summary_status' | 'next_delivery_date' | 'change_deadline' | 'is_changeable'
>

/**
 * States until when to call. `deliveries` undefined: the next deliveries are unknown, so it states the general rule.
 */
export function withdrawalDeadline(
  deliveries: readonly UpcomingDelivery[] | undefined,
  days: number | undefined,
): string {
  if (!deliveries)
    return `定期便をご利用中の方は、${days === undefined ? '変更の締切' : `次回お届け日の${days}日前`}までにご連絡ください。それを過ぎても承り、次の1回をお受け取りになってから退会となります。`
  // A subscription with an error can be stopped at any time.
  const next = deliveries.find(({ summary_status }) => summary_status === SUBSCRIPTION_STATUS.normal)
  if (!next) return 'お届け予定の定期便はありませんので、いつでもお手続きいただけます。'
  const day = formatShortDateWithWeekday(next.next_delivery_date)
  return next.is_changeable && next.change_deadline
    ? `次回の定期便(${day}お届け)の前に退会されるときは、${formatShortDateWithWeekday(next.change_deadline)}までにご連絡ください。それを過ぎても承り、お受け取りになってから退会となります。`
    : `次回の定期便(${day}お届け)は発送の準備に入っています。退会は今日も承り、お受け取りになってから退会となります。`
}
