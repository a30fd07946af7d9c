import { type UnsettledPayment, unsettledPaymentList } from '@kushi/contract/admin/settlement'
import { paymentMethodName } from '@kushi/values/payment-method'
import { SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Csv } from '../../list/csv.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { NoWrap } from '../../ui/no-wrap.tsx'
import { formatYenCell, Time } from '../../ui/time.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/settlement-claims', { query: listQuery(unsettledPaymentList, request) })

/** お預け中: each payment that its provider has not settled, or not as expected. */
export function Component() {
  const page = useLoaderData<typeof loader>()
  return (
    <ListPage<UnsettledPayment>
      title="お預け中の決済"
      parent={{ to: '/settlement', name: '入金' }}
      list={unsettledPaymentList}
      page={page}
      empty="入金を待っている決済はありません。"
      createLink={{ to: '/settlement', label: '入金へ' }}
      actions={<Csv list={unsettledPaymentList} mayTakeOut />}
      columns={[
        {
          head: 'ご注文番号',
          cell: ({ order_id, order_no }) => (
            <Link to={`/orders/${order_id}`} className="text-link">
              <NoWrap className="numeric">{order_no}</NoWrap>
            </Link>
          ),
        },
        {
          head: '入金元',
          cell: ({ provider, payment_method_id, account }) => (
            <span>
              {provider ? SETTLEMENT_PROVIDER_NAME[provider] : paymentMethodName(payment_method_id)}
              {account && <span className="block break-all text-muted text-xs">{account}</span>}
            </span>
          ),
        },
        { head: '売上確定', isWide: true, cell: ({ captured_at }) => captured_at && <Time value={captured_at} /> },
        { head: '売上確定額', isNumber: true, cell: ({ captured_amount }) => formatYenCell(captured_amount) },
        { head: '返金', isNumber: true, isWide: true, cell: ({ refunded_amount }) => formatYenCell(-refunded_amount) },
        { head: '入金済み', isNumber: true, isWide: true, cell: ({ settled_amount }) => formatYenCell(settled_amount) },
        { head: 'お預け中', isNumber: true, cell: ({ held }) => formatYenCell(held) },
      ]}
    />
  )
}
