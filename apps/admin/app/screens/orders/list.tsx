import { type OrderListRow, orderList } from '@kushi/contract/admin/order'
import { ORDER_STATUS_NAME, orderPaymentName, REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { NOTHING_TO_PAY_TEXT, paymentStateName } from '@kushi/values/payment-method'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Csv } from '../../list/csv.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { NoWrap } from '../../ui/no-wrap.tsx'
import { State } from '../../ui/state.tsx'
import { formatCount, formatDate, formatNumber, formatYenCell, Time } from '../../ui/time.tsx'
import { DeliverDialog } from '../bulk/deliver-dialog.tsx'
import { MessageLink } from '../bulk/message-link.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, { products }] = await Promise.all([
    api('GET /admin/v1/orders', { query: listQuery(orderList, request) }),
    api('GET /admin/v1/order-desk'),
  ])
  return { page, products: Object.fromEntries(products.map(({ id, product_name }) => [id, product_name])) }
}

/** 注文一覧 */
export function Component() {
  const { page, products } = useLoaderData<typeof loader>()
  const mayWrite = useMay('order.write')
  const mayTakeOut = useMay('export.personal')
  const [deliver, setDeliver] = useState<{ ids: number[] | null } | null>(null)
  return (
    <>
      {deliver && (
        <DeliverDialog
          ids={deliver.ids}
          count={formatCount(deliver.ids?.length ?? page.total)}
          onClose={() => setDeliver(null)}
        />
      )}
      <ListPage<OrderListRow>
        title="注文"
        list={orderList}
        page={page}
        open={({ id }) => `/orders/${id}`}
        options={{ product_id: products }}
        bulk={({ ids, all }) => (
          <>
            {mayWrite && <Button onClick={() => setDeliver({ ids: all ? null : ids })}>お届け済みにする</Button>}
            <MessageLink list="orders" ids={all ? null : ids} />
          </>
        )}
        actions={<Csv list={orderList} mayTakeOut={mayTakeOut} />}
        empty="まだ注文はありません。お店で注文があると、新しいものから並びます。"
        createLink={{ to: '/products', label: '商品を整える' }}
        columns={[
          {
            head: '注文番号',
            cell: ({ order_no, customer_name }) => (
              <span>
                <span className="numeric whitespace-nowrap max-md:text-xs">{order_no}</span>
                <span className="block text-muted text-xs md:hidden">{customer_name}</span>
              </span>
            ),
          },
          {
            head: 'お客様',
            isWide: true,
            cell: ({ customer_name, pref, is_first }) => (
              <>
                <NoWrap>{customer_name}</NoWrap>
                <span className="block text-muted text-xs">
                  {pref}
                  {is_first && (
                    <>
                      ・<span className="whitespace-nowrap">初回</span>
                    </>
                  )}
                </span>
              </>
            ),
          },
          { head: '状態', cell: (row) => <OrderState {...row} /> },
          {
            head: '商品',
            isWide: 'full',
            cell: ({ items_text, pieces, subscription_id, cycle, has_note }) => (
              <>
                {items_text}
                <span className="block text-muted text-xs">
                  {[
                    `${formatNumber(pieces)}点`,
                    subscription_id !== null && `定期便 ${cycle}回目`,
                    has_note && '備考あり',
                  ]
                    .filter(Boolean)
                    .join('・')}
                </span>
              </>
            ),
          },
          {
            head: 'お支払い',
            isWide: 'full',
            cell: ({ payment_method_id, moved_payment_name, payment_state, payment_total, replacement_kind }) => (
              <>
                <span className="whitespace-nowrap">
                  {replacement_kind
                    ? REPLACEMENT_KIND_NAME[replacement_kind]
                    : orderPaymentName({ payment_method_id, moved_payment_name, payment_total })}
                </span>
                <span className="phrases block text-muted text-xs">
                  {payment_state === null ? NOTHING_TO_PAY_TEXT : paymentStateName(payment_state, payment_method_id)}
                </span>
              </>
            ),
          },
          {
            head: '金額',
            sort: 'payment_total',
            isNumber: true,
            cell: ({ payment_total }) => formatYenCell(payment_total),
          },
          {
            head: 'お届け日',
            isWide: 'full',
            cell: ({ delivery_date }) => (
              <span className="whitespace-nowrap">{delivery_date === null ? '最短' : formatDate(delivery_date)}</span>
            ),
          },
          {
            head: '注文日時',
            sort: 'created_at',
            isWide: 'full',
            cell: ({ created_at }) => <Time value={created_at} />,
          },
        ]}
      />
    </>
  )
}

/** 状態, and the next task. */
export function OrderState({ status, next_step }: Pick<OrderListRow, 'status' | 'next_step'>) {
  return (
    <>
      <State tone={next_step.tone}>{ORDER_STATUS_NAME[status]}</State>
      {next_step.text && <span className="block text-muted text-xs">{next_step.text}</span>}
    </>
  )
}
