import type { Order } from '@kushi/contract/order'
import { ORDER_STEPS, reachedOn, stepName, stepOf } from './order-steps.ts'

/** 受付 → 準備 → 発送 → お届け in one line with their dates. Hidden for an order outside these steps; a notice is shown then. */
export function OrderProgress({ order }: { order: Pick<Order, 'status' | 'status_events'> }) {
  const current = stepOf(order.status)
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
          {index <= current && <span className="numeric block font-normal">{reachedOn(order, step)}</span>}
        </li>
      ))}
    </ol>
  )
}
