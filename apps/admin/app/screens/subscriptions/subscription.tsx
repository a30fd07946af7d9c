import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Facts } from '../../ui/facts.tsx'
import { Notes } from '../../ui/notes.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { Cycles } from './cycles.tsx'
import { EndedState } from './list.tsx'
import { NextDelivery } from './next-delivery.tsx'
import { PaceSection } from './pace.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'

export const loader = ({ params }: LoaderFunctionArgs) =>
  api('GET /admin/v1/subscriptions/{id}', { params: { id: params.id! } })

/** 定期便: the next delivery, the actions, and all events. */
export function Component() {
  const subscription = useLoaderData<typeof loader>()
  const { id, next_step, summary_status_name, failure_name, lock, lock_message } = subscription
  return (
    <Page
      title={`定期便 ${id}`}
      parent={{ to: '/subscriptions', name: '定期便' }}
      actions={<SubscriptionActions subscription={subscription} />}
    >
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <State tone={next_step.tone}>{summary_status_name}</State>
        {failure_name && <span className="font-medium">{failure_name}</span>}
        <EndedState {...subscription} />
        <span>{next_step.text || 'することはありません'}</span>
      </p>
      {lock !== null && lock !== 'cancelled' && (
        <p className="mb-4 rounded-base bg-brass-tint px-3 py-2 text-xs">いまは内容を変更できません。{lock_message}</p>
      )}
      <div className="grid items-start gap-x-6 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <NextDelivery subscription={subscription} />
          <PaceSection subscription={subscription} />
          <Delivery subscription={subscription} />
          <Cycles cycles={subscription.cycles} />
        </div>
        <div className="min-w-0">
          <Member subscription={subscription} />
          <SubscriptionNotes subscription={subscription} />
          <Timeline entries={subscription.timeline} />
        </div>
      </div>
    </Page>
  )
}

function Delivery({ subscription }: { subscription: AdminSubscription }) {
  const { recipient, delivery_name, delivery_time, shipping_address } = subscription
  return (
    <Section title="お届け先">
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
          ['時間帯', delivery_time ?? '指定なし'],
          [
            '備考',
            shipping_address?.delivery_notes && (
              <span className="whitespace-pre-wrap">{shipping_address.delivery_notes}</span>
            ),
          ],
        ]}
      />
    </Section>
  )
}

function Member({ subscription }: { subscription: AdminSubscription }) {
  const { customer, created_at } = subscription
  const mayReadMembers = useMay('customer.read')
  const name = `${customer.name} 様`
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
    ['お申し込み', <Time key="at" value={created_at} isRelative />],
  ]
  return (
    <Section
      title="お客様"
      actions={
        <Link className="text-link text-xs" to={`/subscriptions?customer_id=${customer.id}`}>
          この会員のすべての定期便
        </Link>
      }
    >
      <Facts rows={rows} />
    </Section>
  )
}

function SubscriptionNotes({ subscription: { id, notes } }: { subscription: AdminSubscription }) {
  const { revalidate } = useRevalidator()
  const add = async (body: { body: string }) => {
    await api('POST /admin/v1/subscriptions/{id}/notes', { params: { id }, body })
    await revalidate()
  }
  return (
    <Notes notes={notes} mayWrite={useMay('subscription.write')} add={add} empty="メモはありません。" look="plain" />
  )
}
