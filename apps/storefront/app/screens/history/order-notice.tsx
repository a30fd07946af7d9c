import type { Order } from '@kushi/contract/order'
import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { historyPath } from './history-query.ts'

interface OrderNoticeText {
  tone: 'info' | 'warning' | 'danger'
  title: string
  text: string
  /** Link to the screen that resolves it. */
  way?: { to: string; label: string }
}

const contact = { to: '/contact', label: 'お問い合わせ' }

type NoticedOrder = Pick<Order, 'status' | 'cycle'> &
  Partial<Pick<Order, 'is_held' | 'payment_message' | 'ordered_again' | 'to_pay'>>

/** The notice for an order with a special state; null: none. */
export function orderNotice(order: NoticedOrder): OrderNoticeText | null {
  const { status, cycle } = order
  if (order.is_held) return { tone: 'warning', title: 'お支払いの審査中です', text: order.payment_message ?? '' }
  if (order.to_pay) return { tone: 'warning', title: 'お支払いをお待ちしています', text: order.payment_message ?? '' }
  if (order.ordered_again)
    return {
      tone: 'info',
      title: 'このご注文は成立していません',
      text: '代金は請求されません。同じ商品は、あとのご注文でお受けしています。',
      way: { to: historyPath({ order_no: order.ordered_again }), label: `ご注文 ${order.ordered_again}` },
    }
  switch (status) {
    case 'payment_pending':
      return {
        tone: 'warning',
        title: 'お支払いを確認しています',
        text: '確認でき次第、発送の準備に入ります。もう一度ご注文いただく必要はありません。',
      }
    case 'payment_error':
      // The shop charges later deliveries of a subscription while the member is absent, so the member could not try
      // another card.
      return (cycle ?? 1) > 1
        ? {
            tone: 'danger',
            title: '定期便のお支払いができませんでした',
            text: 'お支払い方法を変更いただくと、すぐにもう一度お手続きします。',
            way: { to: '/mypage/subscriptions', label: '定期便のお支払い方法を確認する' },
          }
        : {
            tone: 'danger',
            title: 'お支払いを完了できませんでした',
            text: 'このご注文は成立しておらず、代金は請求されません。お手数ですが、もう一度ご注文ください。',
          }
    case 'cancelled':
      if (order.payment_message)
        return { tone: 'info', title: 'このご注文はキャンセルされました', text: order.payment_message }
      return {
        tone: 'info',
        title: 'このご注文はキャンセルされました',
        text: '商品は発送されません。すでにお支払いいただいた代金は、お支払い方法に応じてご返金します。',
        way: contact,
      }
    case 'returned':
      return {
        tone: 'info',
        title: '商品が返品されました',
        text: 'ご返金などのお手続きについてご不明な点は、お問い合わせください。',
        way: contact,
      }
    default:
      return null
  }
}

/** The notice for an order with a special state. */
export function OrderNotice({ order }: { order: NoticedOrder }) {
  const notice = orderNotice(order)
  if (!notice) return null
  return (
    <Notice tone={notice.tone} title={notice.title}>
      {notice.text}
      {notice.way && (
        <p>
          <Link to={notice.way.to} className="text-link inline-flex min-h-tap items-center">
            {notice.way.label}
          </Link>
        </p>
      )}
    </Notice>
  )
}
