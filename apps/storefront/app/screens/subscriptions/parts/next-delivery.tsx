import type { Subscription } from '@kushi/contract/subscription'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { scheduleOf } from './schedule.ts'

/** Date and time of the next delivery, last day for changes, and the tracking after shipment. */
export function NextDelivery({ subscription }: { subscription: Subscription }) {
  const schedule = scheduleOf(subscription)
  if (!schedule) return null
  const { date, label, deadline } = schedule
  const order = subscription.arranged_order
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-3 text-leaf">
        <Icon name="truck" size={24} />
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="numeric font-mincho text-2xl leading-tight">{formatDateWithWeekday(date)}</span>
          <span className="text-sm">
            {subscription.delivery_time ? `${subscription.delivery_time} ${label}` : label}
          </span>
        </span>
      </p>
      <p className="text-sm font-medium">{deadline}</p>
      {order && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          {order.shipments.map(
            ({ shipment_no, carrier, tracking_no }) =>
              carrier &&
              tracking_no && (
                <span key={shipment_no} className="numeric text-muted">
                  {CARRIER_NAME[carrier]} {tracking_no}
                </span>
              ),
          )}
          <Link
            to={`/mypage/history?${new URLSearchParams({ order_no: order.order_no })}`}
            className="text-link inline-flex min-h-tap items-center"
          >
            このお届けのご注文を見る
          </Link>
        </p>
      )}
    </div>
  )
}
