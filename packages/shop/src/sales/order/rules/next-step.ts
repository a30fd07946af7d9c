import type { NextStep } from '@kushi/contract/admin/order'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import type { OrderStatus } from '@kushi/values/order-status'
import type { PaymentState } from '@kushi/values/payment-method'
import { HOLD_REASON_NAME, type HoldReason } from '@kushi/values/shipment'

interface Order {
  status: OrderStatus
  /** null: as soon as possible. */
  delivery_date: string | null
  /**
   * The payment of a later delivery is retried automatically; after a failed single purchase the customer orders anew.
   */
  cycle: number | null
  /** State of the order's last payment; null: there is nothing to pay. */
  payment_state: PaymentState | null
  /** 出荷を止めている: why; null: not held. */
  hold_reason: HoldReason | null
  /** お客様の備考 that nobody has read, which stops it at the desk. */
  has_unread_note: boolean
  /** Some of its parcels have left, others have not. */
  is_partly_sent: boolean
  /** All of its parcels came back. */
  is_back: boolean
  /** Captured and not refunded, in yen. */
  kept_amount: number
  /** 未返金: owed to the customer, in yen. */
  owed_amount: number
  /** 交換: the returned items are not settled yet. */
  awaits_goods: boolean
}

const goods: NextStep = { text: '交換で戻る商品が届いたら、記録してください', tone: 'attention' }
const back: NextStep = { text: '荷物が戻りました。返品・返金をしてください', tone: 'attention' }
const owed: NextStep = { text: '返金が済んでいません', tone: 'stuck' }
const nothing: NextStep = { text: '', tone: 'quiet' }

/** 次にすること, in words instead of states; empty: nothing left to do. */
export function nextStepOfOrder(order: Order): NextStep {
  switch (order.status) {
    case 'payment_pending':
      return pending(order.payment_state)
    case 'payment_error':
      if (order.owed_amount > 0) return owed
      return (order.cycle ?? 1) > 1
        ? { text: '再決済か、お支払い方法の変更を待っています', tone: 'stuck' }
        : { text: 'お支払いできず、確定していません', tone: 'quiet' }
    case 'received':
    case 'arranged':
      if (order.hold_reason !== null)
        return { text: `出荷を止めています。${HOLD_REASON_NAME[order.hold_reason]}`, tone: 'stuck' }
      if (order.is_partly_sent) return { text: '残りの荷物を出荷してください', tone: 'attention' }
      if (order.has_unread_note) return { text: '止まっています。お客様の備考を確かめてください', tone: 'stuck' }
      return { text: `出荷できます${dayOf(order.delivery_date)}`, tone: 'good' }
    case 'shipped':
      if (order.is_back) return back
      if (order.owed_amount > 0) return owed
      if (order.awaits_goods) return goods
      return { text: 'お届けを待っています', tone: 'quiet' }
    case 'delivered':
      // Other payments are captured when the parcel leaves.
      if (order.payment_state === 'authorised' && order.is_back && order.kept_amount === 0) return back
      if (order.payment_state === 'authorised')
        return {
          text: `代金引換の代金が、まだ${order.kept_amount > 0 ? '一部しか' : ''}回収されていません`,
          tone: 'stuck',
        }
      if (order.owed_amount > 0) return owed
      return order.awaits_goods ? goods : nothing
    case 'cancelled':
      if (order.payment_state === 'void_pending') return { text: '仮売上の取消を待っています', tone: 'attention' }
      return order.owed_amount > 0 ? owed : nothing
    case 'returned':
      if (order.kept_amount > 0) return { text: '返金が残っています', tone: 'stuck' }
      return nothing
  }
}

const dayOf = (date: string | null) => (date === null ? '' : `(${formatShortDateWithWeekday(date)}お届け)`)

function pending(state: PaymentState | null): NextStep {
  if (state === 'awaiting') return { text: 'お客様のご入金を待っています', tone: 'quiet' }
  if (state === 'held') return { text: '後払いの審査の結果を待っています', tone: 'attention' }
  if (state === 'redirected') return { text: 'お客様のお支払い手続きを待っています', tone: 'quiet' }
  return { text: '決済の結果を確認しています', tone: 'attention' }
}
