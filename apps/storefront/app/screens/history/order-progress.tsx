import type { Order } from '@kushi/contract/order'
import { dateParts } from '@kushi/values/calendar-date'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { timestampToJapanDate } from '@kushi/values/timestamp'

/** The normal steps of an order. */
const ORDER_STEPS = ['received', 'arranged', 'shipped', 'delivered'] as const satisfies OrderStatus[]
type OrderStep = (typeof ORDER_STEPS)[number]

/** 受付 → 準備 → 発送 → お届け in one line with their dates. Hidden for an order outside these steps; a notice is shown then. */
export function OrderProgress({ order }: { order: Pick<Order, 'status' | 'status_events'> }) {
  const current = orderStepIndex(order.status)
  if (current === null) return null
  return (
    <ol aria-label="お届けまでの状況" className="flex">
      {ORDER_STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={`flex-1 border-t-2 pt-1 text-xs ${index <= current ? 'border-leaf' : 'border-line'} ${index === current ? 'font-medium text-leaf' : 'text-muted'}`}
        >
          {stepName(step)}
          {index < current && <span className="sr-only">(済み)</span>}
          {index <= current && <span className="numeric block font-normal">{stepReachedOn(order, step)}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Index of an order's step, from 0; null: outside these steps. */
export function orderStepIndex(status: OrderStatus): number | null {
  if (status === 'payment_pending') return 0
  const at = (ORDER_STEPS as readonly OrderStatus[]).indexOf(status)
  return at < 0 ? null : at
}

const stepName = (step: OrderStep) => ORDER_STATUS_NAME[step]

/** 「11/21」: the day on which an order last reached a step; '' if not recorded. */
export function stepReachedOn({ status_events }: Pick<Order, 'status_events'>, step: OrderStep): string {
  const event = status_events.findLast(({ status }) => status === step)
  if (!event) return ''
  const { month, day } = dateParts(timestampToJapanDate(event.created_at))
  return `${month}/${day}`
}
