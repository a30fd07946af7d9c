import type { Order } from '@kushi/contract/order'
import { useRevalidator } from 'react-router'
import type { Settled } from '../../settle.ts'
import { MemberPage } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { OrderDetail } from './order-detail.tsx'

interface OrderScreenProps {
  order_no: string
  answer: Settled<Order>
}

const list = { label: 'ご注文履歴', to: '/mypage/history' }

/** One order, or the reason why it can't be shown. */
export function OrderScreen({ order_no, answer: { data: order, error } }: OrderScreenProps) {
  const { revalidate, state } = useRevalidator()
  const isMissing = error?.status === 404 || error?.status === 422
  return (
    <MemberPage title="ご注文の詳細" parent={list} lead={<span className="numeric">ご注文番号 {order_no}</span>}>
      {error && !isMissing && (
        <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />
      )}
      {isMissing && (
        <EmptyState title="このご注文は見つかりません" text="ご注文番号をお確かめのうえ、一覧からお選びください。">
          <ButtonLink to={list.to}>ご注文履歴に戻る</ButtonLink>
        </EmptyState>
      )}
      {order && <OrderDetail order={order} />}
    </MemberPage>
  )
}
