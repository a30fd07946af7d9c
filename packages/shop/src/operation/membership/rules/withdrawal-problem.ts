import type { CalendarDate } from '@kushi/values/calendar-date'
import type { OrderStatus } from '@kushi/values/order-status'
import type { ShopLeadTimes } from '../../../catalogue/delivery/rules/lead.ts'
import { hasSubscriptionEnded } from '../../../sales/subscription/rules/ending.ts'
import { subscriptionLockOf } from '../../../sales/subscription/rules/lock.ts'

/** Statuses of orders whose payment or delivery is not finished. */
export const OPEN_ORDER_STATUSES: readonly OrderStatus[] = ['payment_pending', 'received', 'arranged', 'shipped']

interface WithdrawalFacts {
  orders: readonly { order_no: string; status: OrderStatus }[]
  subscriptions: readonly {
    row: Parameters<typeof subscriptionLockOf>[0]['row'] & { id: number; cycle: number; final_cycle: number | null }
    leads: ShopLeadTimes
    prepaid_until: number | null
  }[]
  /** 未返金: orders whose money is still to be given back. */
  owed?: readonly { order_no: string }[]
}

/** Returns a sentence on orders and subscriptions that must end before the membership; null: there are none. */
export function withdrawalProblem(
  { orders, subscriptions, owed = [] }: WithdrawalFacts,
  today: CalendarDate,
): string | null {
  const [open] = orders.filter(({ status }) => OPEN_ORDER_STATUSES.includes(status))
  if (open) return `ご注文(${open.order_no})のお届けが済んでいません。商品をお受け取りになってから、退会となります。`
  for (const { row, leads, prepaid_until } of subscriptions) {
    const name = `定期便(契約番号 ${row.id})`
    if (hasSubscriptionEnded(row)) continue
    if ((prepaid_until ?? 0) >= row.cycle)
      return `${name}に、お支払い済みのお届けが残っています。契約の定めに従ってお届けか返金が済んでから、退会となります。`
    if (subscriptionLockOf({ row, leads, order: null }, today) === 'arranged')
      return `${name}は発送の準備に入っています。商品をお受け取りになってから、退会となります。`
  }
  const [unrefunded] = owed
  if (unrefunded) return `ご注文(${unrefunded.order_no})の代金をお返しします。ご返金が済んでから、退会となります。`
  return null
}
