import type { CalendarDate } from '@kushi/values/calendar-date'
import type { OrderStatus } from '@kushi/values/order-status'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { Leads } from '../../../catalogue/delivery/rules/lead.ts'
import { lockOf } from '../../../sales/subscription/rules/lock.ts'

/** Orders whose payment or delivery is not finished. */
export const OPEN_ORDER: readonly OrderStatus[] = ['payment_pending', 'received', 'arranged', 'shipped']

interface WithdrawalFacts {
  orders: readonly { order_no: string; status: OrderStatus }[]
  subscriptions: readonly {
    row: Parameters<typeof lockOf>[0]['row'] & { id: number; cycle: number; final_cycle: number | null }
    leads: Leads
    prepaid_until: number | null
  }[]
}

/** Returns, as a sentence, what must be finished before a membership ends; null: nothing. */
export function withdrawalProblem({ orders, subscriptions }: WithdrawalFacts, today: CalendarDate): string | null {
  const [open] = orders.filter(({ status }) => OPEN_ORDER.includes(status))
  if (open)
    return `ご注文(${open.order_no})のお届けが済んでいません。退会のお手続きは、商品をお受け取りになってからになります。`
  for (const { row, leads, prepaid_until } of subscriptions) {
    const name = `定期便(契約番号 ${row.id})`
    const isOver = row.summary_status === SUBSCRIPTION_STATUS.cancel && row.final_cycle === null
    if (isOver) continue
    if ((prepaid_until ?? 0) >= row.cycle)
      return `${name}に、お支払い済みのお届けが残っています。退会については、お電話でご相談ください。`
    if (lockOf({ row, leads, order: null }, today) === 'arranged')
      return `${name}は発送の準備に入っています。退会のお手続きは、商品をお受け取りになってからになります。`
  }
  return null
}
