import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { Link } from 'react-router'
import { Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatDate, formatYenCell } from '../../ui/time.tsx'

type Attempt = AdminSubscription['cycles'][number]['attempts'][number]

/** これまでのお届け: each delivery with its order and its billing attempts. */
export function Cycles({ cycles }: Pick<AdminSubscription, 'cycles'>) {
  return (
    <Section title="これまでのお届けと決済">
      {cycles.length === 0 && <p className="text-muted text-xs">まだお届けはありません。</p>}
      <ol className="grid gap-2">
        {cycles.map(({ cycle, order, attempts }) => (
          <li key={cycle} className="border-line border-b pb-2 last:border-0">
            <p className="relative flex flex-wrap items-baseline gap-x-3 pl-14">
              <span className="absolute left-0 font-medium">{cycle}回目</span>
              {order ? (
                <>
                  <Link className="numeric text-link" to={`/orders/${order.id}`}>
                    {order.order_no}
                  </Link>
                  <span>{ORDER_STATUS_NAME[order.status as OrderStatus]}</span>
                  <span>{order.delivery_date && `${formatDate(order.delivery_date)}お届け`}</span>
                  <span className="numeric ml-auto">{formatYenCell(order.payment_total)}</span>
                </>
              ) : (
                <span className="text-muted">注文はまだありません</span>
              )}
            </p>
            {attempts.length > 0 && (
              <ul className="mt-1 grid gap-1 pl-14 text-xs">
                {attempts.map((attempt) => (
                  <li key={attempt.attempt} className="flex flex-wrap items-center gap-x-2">
                    <span>
                      {attempt.attempt}度目・{formatDate(attempt.tried_on)}・{attempt.payment_name}
                    </span>
                    <Outcome {...attempt} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Outcome({ outcome, failure_name, retry_on }: Attempt) {
  if (outcome === 'arranged') return <State tone="good">手配済み</State>
  if (outcome === 'open') return <State tone="attention">結果を待っています</State>
  return (
    <>
      <State tone="stuck">{failure_name}</State>
      <span className="text-muted">{retry_on ? `次は${formatDate(retry_on)}` : '自動では試しません'}</span>
    </>
  )
}
