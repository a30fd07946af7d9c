import { type LedgerRow, ledgerList } from '@kushi/contract/admin/accounting'
import { LEDGER_KIND_NAME } from '@kushi/values/ledger'
import { paymentMethodName } from '@kushi/values/payment-method'
import { SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { Csv } from '../../list/csv.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { NoWrap } from '../../ui/no-wrap.tsx'
import { formatDate, formatYenCell } from '../../ui/time.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/ledger', { query: listQuery(ledgerList, request) })

/** 売上台帳: the rows behind every figure of 経理. */
export function Component() {
  const page = useLoaderData<typeof loader>()
  const from = useSearchParams()[0].get('day_from')
  return (
    <ListPage<LedgerRow>
      title="売上台帳"
      parent={{ to: from ? `/accounting?month=${from.slice(0, 7)}` : '/accounting', name: '経理' }}
      list={ledgerList}
      page={page}
      empty="まだ計上された売上がありません。商品を発送すると、ここに計上されます。"
      createLink={{ to: '/shipping', label: '今日の出荷へ' }}
      actions={<Csv list={ledgerList} mayTakeOut />}
      columns={[
        {
          head: '計上日',
          sort: 'day',
          cell: ({ day, happened_on }) => (
            <span className="numeric whitespace-nowrap">
              {formatDate(day)}
              {happened_on !== day && <span className="block text-muted text-xs">発生 {formatDate(happened_on)}</span>}
            </span>
          ),
        },
        {
          head: '注文番号',
          cell: ({ order_id, order_no, provider }) =>
            order_id === null ? (
              provider && SETTLEMENT_PROVIDER_NAME[provider]
            ) : (
              <Link to={`/orders/${order_id}`} className="text-link">
                <NoWrap className="numeric">{order_no ?? ''}</NoWrap>
              </Link>
            ),
        },
        { head: '区分', cell: ({ kind }) => LEDGER_KIND_NAME[kind] },
        { head: '税率', isWide: true, cell: ({ tax_rate }) => (tax_rate === null ? '対象外' : `${tax_rate}%`) },
        { head: 'お支払い方法', isWide: true, cell: ({ payment_method_id }) => paymentMethodName(payment_method_id) },
        { head: '金額', isNumber: true, cell: ({ amount }) => formatYenCell(amount) },
        { head: 'うち消費税', isNumber: true, isWide: true, cell: ({ tax }) => formatYenCell(tax) },
      ]}
    />
  )
}
