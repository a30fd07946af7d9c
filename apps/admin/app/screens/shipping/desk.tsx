import { MAX_ORDERS_PER_BATCH, type ShippingBatchListRow, type ShippingDeskOrder } from '@kushi/contract/admin/shipping'
import { CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import { SHIPPING_BATCH_STATUS_NAME, TEMPERATURE_NAME } from '@kushi/values/shipment'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { useShortcuts } from '../../shell/keys.tsx'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatDate, formatNumber, Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DropZone } from './drop-zone.tsx'
import { StoppedOrders } from './stopped.tsx'

export const loader = () => api('GET /admin/v1/shipping/desk')
type Desk = Awaited<ReturnType<typeof loader>>

/** 今日の出荷: orders that are ready, stopped, done, and for later. */
export function Component() {
  const desk = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const mayWrite = useMay('shipment.write')
  const { act, isBusy, refusal } = useAction()
  const count = Math.min(desk.ready_orders.length, MAX_ORDERS_PER_BATCH)
  const create = () =>
    void act(async () => {
      const order_nos = desk.ready_orders.map(({ order_no }) => order_no)
      const { batch_no, left_out } = await api('POST /admin/v1/shipping/batches', { body: { order_nos } })
      if (left_out.length > 0) toast(`${left_out.length}件は入りませんでした: ${left_out[0]!.reason}`)
      await navigate(`/shipping/${batch_no}`)
    })
  useShortcuts(count > 0 && mayWrite ? { b: ['出荷リストを作る', create] } : {})
  return (
    <Page
      title={`今日の出荷 ${formatDate(desk.today)}`}
      actions={
        mayWrite &&
        count > 0 && (
          <Button look="primary" isBusy={isBusy} disabled={isBusy} onClick={create}>
            {count}件で出荷リストを作る
          </Button>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      <DeskCounts desk={desk} />
      <StoppedOrders orders={desk.stopped_orders} />
      {desk.batches.length > 0 && (
        <Section title="出荷作業中">
          <Batches batches={desk.batches} />
        </Section>
      )}
      {mayWrite && (
        <Section title="送り状番号の取込">
          <Unfinished imports={desk.imports} />
          <DropZone />
        </Section>
      )}
      <Section title="出荷できる">
        {desk.ready_orders.length > 0 ? (
          <Ready orders={desk.ready_orders} />
        ) : (
          <Empty>
            いま出荷できる注文はありません。
            {desk.later.from !== null &&
              `次は${formatDate(desk.later.from)}から、${formatNumber(desk.later.orders)}件です。`}
          </Empty>
        )}
      </Section>
    </Page>
  )
}

function DeskCounts({ desk: { ready, stopped, shipped, packed, later, pickup_time } }: { desk: Desk }) {
  const counts = [
    ['出荷できる', ready, '件'],
    ['止まっている', stopped, '件'],
    ['出荷済', shipped, '個'],
  ] as const
  return (
    <>
      <dl className="mb-2 grid grid-cols-3 gap-2">
        {counts.map(([label, count, unit]) => (
          <div key={label} className="rounded-base border border-line bg-surface px-4 py-3">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="numeric text-xl">
              {formatNumber(count)}
              <span className="ml-1 text-xs">{unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mb-4 text-muted text-xs">
        出荷作業中 {formatNumber(packed)}個
        {later.orders > 0 && later.from !== null && `、${formatDate(later.from)}から ${formatNumber(later.orders)}件`}
        {pickup_time !== null && `、集荷 ${pickup_time}`}
      </p>
    </>
  )
}

function Batches({ batches }: { batches: ShippingBatchListRow[] }) {
  return (
    <ul className="divide-y divide-line">
      {batches.map(({ batch_no, status, owner, created_at, parcels, shipped }) => (
        <li key={batch_no}>
          <Link to={`/shipping/${batch_no}`} className="tap flex flex-wrap items-center gap-x-4 py-2 hover:bg-sand">
            <span className="numeric">{batch_no}</span>
            <span>{SHIPPING_BATCH_STATUS_NAME[status]}まで済み</span>
            <span>
              {parcels}個のうち{shipped}個を発送
            </span>
            <span className="text-muted">担当 {owner}</span>
            <Time value={created_at} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Unfinished({ imports }: { imports: Desk['imports'] }) {
  return imports.map(({ id, file_name, is_confirmed, failed }) => (
    <p key={id} className="mb-2">
      <Link to={`/shipping/imports/${id}`} className="text-link">
        {file_name}
      </Link>
      <span className="ml-2">{is_confirmed ? `${failed}件が登録できませんでした。` : 'まだ確定していません。'}</span>
    </p>
  ))
}

function Ready({ orders }: { orders: ShippingDeskOrder[] }) {
  return (
    <table className="w-full text-left">
      <thead className="border-edge border-b text-muted text-xs">
        <tr>
          <th className="py-1 font-normal">注文</th>
          <th className="font-normal">お届け先</th>
          <th className="hidden font-normal lg:table-cell">内容</th>
          <th className="font-normal">送り方</th>
          <th className="hidden font-normal md:table-cell">お届け日</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.order_no} className="border-line border-b">
            <td className="numeric h-row whitespace-nowrap py-1 pr-3">{order.order_no}</td>
            <td className="pr-3">
              {order.name} <span className="text-muted text-xs">{order.prefecture}</span>
            </td>
            <td className="hidden pr-3 lg:table-cell">{order.contents}</td>
            <td className="pr-3">
              {order.program && CARRIER_PROGRAM_NAME[order.program]}
              <span className="ml-1 text-muted text-xs">
                {order.temperatures
                  .filter((one) => one !== 'normal')
                  .map((one) => TEMPERATURE_NAME[one])
                  .join('・')}
              </span>
            </td>
            <td className="hidden whitespace-nowrap md:table-cell">
              {order.delivery_date ? formatDate(order.delivery_date) : '指定なし'} {order.delivery_time}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
