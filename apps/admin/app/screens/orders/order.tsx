import type { OrderDetail } from '@kushi/contract/admin/order'
import { CLICK_ID_MEDIA } from '@kushi/values/click-id'
import { ORDER_STATUS_NAME, REPLACEMENT_KIND_NAME } from '@kushi/values/order-status'
import { wrappingLines } from '@kushi/values/wrapping'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Facts } from '../../ui/facts.tsx'
import { Messages } from '../../ui/messages.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatDate, Time } from '../../ui/time.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { AdConsent } from './ad-consent.tsx'
import { OrderActions, Refusals } from './order-actions.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderPayments } from './order-payments.tsx'
import { PersonCheck } from './person-check.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const of = { params: { id: params.id! } }
  const [order, { check }] = await Promise.all([
    api('GET /admin/v1/orders/{id}', of),
    api('GET /admin/v1/orders/{id}/person-check', of),
  ])
  return { order, check }
}

/** 注文: the next task, the items, and all events. */
export function Component() {
  const { order, check } = useLoaderData<typeof loader>()
  const { next_step, status } = order
  return (
    <Page
      title={`注文 ${order.order_no}`}
      parent={{ to: '/orders', name: '注文' }}
      actions={<OrderActions order={order} />}
    >
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <State tone={next_step.tone}>{ORDER_STATUS_NAME[status]}</State>
        <span>{next_step.text || 'することはありません'}</span>
      </p>
      <Replacements order={order} />
      <Refusals refusals={order.refusals} />
      <PersonCheck id={order.id} check={check} />
      <div className="grid items-start gap-x-6 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <OrderItems order={order} />
          <Delivery order={order} />
          <OrderParcels order={order} />
          <OrderPayments order={order} />
        </div>
        <div className="min-w-0">
          <Buyer order={order} />
          <Messages messages={order.messages} all={`/messages?order_id=${order.id}`} />
          <OrderNotes order={order} />
          <Timeline entries={order.timeline} />
        </div>
      </div>
    </Page>
  )
}

/** 再送・交換, from both sides. */
function Replacements({ order: { replaces, replacement_kind, replacements } }: { order: OrderDetail }) {
  const link = (id: number, order_no: string) => (
    <Link className="numeric text-link" to={`/orders/${id}`}>
      {order_no}
    </Link>
  )
  if (!replaces && replacements.length === 0) return null
  return (
    <ul className="mb-2 grid gap-1">
      {replaces && (
        <li>
          {REPLACEMENT_KIND_NAME[replacement_kind!]}の注文です。元の注文 {link(replaces.id, replaces.order_no)}
        </li>
      )}
      {replacements.map((one) => (
        <li key={one.id}>
          {REPLACEMENT_KIND_NAME[one.replacement_kind]}の注文 {link(one.id, one.order_no)}(
          {ORDER_STATUS_NAME[one.status]})
        </li>
      ))}
    </ul>
  )
}

function Delivery({ order }: { order: OrderDetail }) {
  const { recipient, delivery_name, delivery_date, delivery_time, delivery_notes } = order
  const day = delivery_date === null ? '最短でお届け' : formatDate(delivery_date)
  return (
    <Section title="お届け">
      <Facts
        rows={[
          ['お名前', `${recipient.name} 様`],
          ['住所', recipient.address],
          [
            '電話',
            <span key="phone" className="numeric">
              {recipient.phone_number}
            </span>,
          ],
          ['配送方法', delivery_name],
          ['お届け希望日', `${day}${delivery_time ? ` ${delivery_time}` : ''}`],
          ...wrappingLines(order.wrapping).map(({ label, text }): [string, ReactNode] => [
            label,
            <span key={label} className="whitespace-pre-wrap">
              {text}
            </span>,
          ]),
          ['備考', delivery_notes && <span className="whitespace-pre-wrap">{delivery_notes}</span>],
        ]}
      />
    </Section>
  )
}

function Buyer({ order }: { order: OrderDetail }) {
  const { customer, subscription, cycle, is_first, adcd, abmtcd, ad_visit, ad_consented, created_at } = order
  const { replacement_kind } = order
  const mayReadMembers = useMay('customer.read')
  const mayReadSubscriptions = useMay('subscription.read')
  const name = customer.moved_as ? customer.name : `${customer.name} 様`
  const rows: [string, ReactNode][] = [
    [
      '会員',
      mayReadMembers ? (
        <Link key="member" className="text-link" to={`/customers/${customer.id}`}>
          {name}
        </Link>
      ) : (
        name
      ),
    ],
    ['かな', customer.kana],
    ['メール', customer.email],
    [
      '電話',
      <span key="phone" className="numeric">
        {customer.phone_number}
      </span>,
    ],
    ['LINE', customer.has_line ? '連携済み' : '連携していません'],
    [
      'ご注文',
      replacement_kind ? REPLACEMENT_KIND_NAME[replacement_kind] : is_first ? '初回のご注文' : '2回目以降のご注文',
    ],
    ['注文日時', <Time key="at" value={created_at} isRelative />],
    ['広告コード', [adcd, abmtcd].filter(Boolean).join('・')],
    [
      '広告で開いたページ',
      ad_visit && (
        <span key="landing" className="break-all">
          {ad_visit.landing_path}
        </span>
      ),
    ],
    ['クリックID', ad_visit?.click_ids.map((name) => CLICK_ID_MEDIA[name].medium).join('・')],
    ['広告の測定への同意', ad_consented && <AdConsent key="consent" order_id={order.id} />],
  ]
  if (subscription)
    rows.push([
      '定期便',
      mayReadSubscriptions ? (
        <Link key="subscription" className="text-link" to={`/subscriptions/${subscription.id}`}>
          {subscription.id}({cycle}回目)
        </Link>
      ) : (
        `${subscription.id}(${cycle}回目)`
      ),
    ])
  return (
    <Section
      title="お客様"
      actions={
        <Link className="text-link text-xs" to={`/orders?customer_id=${customer.id}`}>
          {customer.moved_as ? 'この方' : 'この会員'}のすべての注文
        </Link>
      }
    >
      <Facts rows={rows} />
    </Section>
  )
}
