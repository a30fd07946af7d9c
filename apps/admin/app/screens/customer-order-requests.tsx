import type { SentOrderRequest } from '@kushi/contract/admin/phone-order'
import { ApiError } from '@kushi/contract/client'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Refusal } from '../ui/dialog.tsx'
import { Section } from '../ui/page.tsx'
import { formatYenCell, Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

/** Empty for operators who may not see orders. */
export const loadOrderRequests = async (id: string): Promise<SentOrderRequest[]> => {
  try {
    return (await api('GET /admin/v1/customers/{id}/order-requests', { params: { id } })).items
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}

const states = { open: 'お支払い待ち', ordered: '注文済み', expired: '期限切れ', withdrawn: '取り下げ' } as const

/** 支払いのリンク sent for orders by phone. */
export function OrderRequests({ requests }: { requests: SentOrderRequest[] }) {
  const { act, isBusy, refusal } = useAction()
  if (requests.length === 0) return null
  const withdraw = (id: number) =>
    void act(async () => {
      await api('POST /admin/v1/order-requests/{id}/withdraw', { params: { id } })
      toast('支払いのリンクを取り下げました')
    })
  return (
    <Section title="お電話のご注文のお支払いリンク">
      <Refusal>{refusal}</Refusal>
      <ul className="grid gap-1">
        {requests.map(({ id, payment_total, is_subscription, state, order_id, operator_name, created_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b pb-1 last:border-0"
          >
            <span className="min-w-0">
              {is_subscription && '定期便 1回目 '}
              <span className="numeric">{formatYenCell(payment_total)}</span>・{states[state]}
              <span className="ml-2 text-muted text-xs">
                <Time value={created_at} /> {operator_name}
              </span>
            </span>
            {order_id !== null && (
              <Link to={`/orders/${order_id}`} className="text-link text-xs">
                注文を見る
              </Link>
            )}
            {state === 'open' && (
              <Button look="quiet" disabled={isBusy} onClick={() => withdraw(id)}>
                取り下げる
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
