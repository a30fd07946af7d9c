import type { MypageTop } from '@kushi/contract/customer'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { NextDeliveries } from './next-deliveries.tsx'
import { PaymentErrorNote } from './payment-error-note.tsx'

interface TopNewsProps {
  top: MypageTop
  /** The shop's menu has these pages. */
  showsSubscriptions: boolean
  showsPurchases: boolean
}

/** What needs the member first, then what comes, then what was. */
export function TopNews({ top, showsSubscriptions, showsPurchases }: TopNewsProps) {
  const isNew = top.next_deliveries.length === 0 && top.orders.length === 0 && !top.has_error_payment
  if (isNew)
    return (
      <EmptyState
        title="ご登録ありがとうございます"
        text="ご注文いただくと、次回のお届け日やご注文の状況を、ここでご確認いただけます。"
      >
        <ButtonLink to="/products">商品を見る</ButtonLink>
      </EmptyState>
    )
  return (
    <>
      {top.has_error_payment && <PaymentErrorNote />}
      {showsSubscriptions && <NextDeliveries deliveries={top.next_deliveries} />}
      {showsPurchases && <LatestOrders orders={top.orders} />}
    </>
  )
}
