import { type SubscriptionListRow, subscriptionList } from '@kushi/contract/admin/subscription'
import { paymentMethodName } from '@kushi/values/payment-method'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { Csv } from '../../list/csv.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { useMay } from '../../me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { NoWrap } from '../../ui/no-wrap.tsx'
import { State } from '../../ui/state.tsx'
import { formatCount, formatDate, formatDay, formatNumber, Time } from '../../ui/time.tsx'
import { MessageLink } from '../bulk/message-link.tsx'
import { StartDialog } from '../bulk/start-dialog.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, { products }, choices] = await Promise.all([
    api('GET /admin/v1/subscriptions', { query: listQuery(subscriptionList, request) }),
    api('GET /admin/v1/order-desk'),
    api('GET /admin/v1/subscription-choices'),
  ])
  const labelsById = (all: { id: number; label: string }[]) =>
    Object.fromEntries(all.map(({ id, label }) => [id, label]))
  const reasons = {
    end_reason_id: labelsById(choices.cancel_reasons),
    pause_reason_id: labelsById(choices.pause_reasons),
    skip_reason_id: labelsById(choices.skip_reasons),
  }
  return { page, reasons, products: Object.fromEntries(products.map(({ id, product_name }) => [id, product_name])) }
}

/** 定期便一覧 */
export function Component() {
  const { page, products, reasons } = useLoaderData<typeof loader>()
  const mayWrite = useMay('subscription.write')
  const mayTakeOut = useMay('export.personal')
  const [start, setStart] = useState<{ ids: number[] | null } | null>(null)
  return (
    <>
      {start && (
        <StartDialog
          ids={start.ids}
          count={formatCount(start.ids?.length ?? page.total)}
          onClose={() => setStart(null)}
        />
      )}
      <ListPage<SubscriptionListRow>
        title="定期便"
        list={subscriptionList}
        page={page}
        open={({ id }) => `/subscriptions/${id}`}
        options={{ product_id: products, ...reasons }}
        bulk={({ ids, all }) => (
          <>
            {mayWrite && <Button onClick={() => setStart({ ids: all ? null : ids })}>まとめて変える</Button>}
            <MessageLink list="subscriptions" ids={all ? null : ids} />
          </>
        )}
        actions={
          <>
            <Csv list={subscriptionList} mayTakeOut={mayTakeOut} />
            <ButtonLink to="/subscriptions/calendar">お届けの予定</ButtonLink>
          </>
        }
        empty="まだ定期便はありません。お店で定期便のお申し込みがあると、次回のお届けが近いものから並びます。"
        createLink={{ to: '/products', label: '定期便で売る商品を決める' }}
        columns={[
          {
            head: '契約番号',
            cell: ({ id, customer_name }) => (
              <span>
                <span className="numeric">{id}</span>
                <NoWrap className="block text-muted text-xs md:hidden">{customer_name}</NoWrap>
              </span>
            ),
          },
          {
            head: 'お客様',
            isWide: true,
            cell: ({ customer_name, cycle }) => (
              <>
                <NoWrap>{customer_name}</NoWrap>
                <span className="block text-muted text-xs">次は{cycle}回目</span>
              </>
            ),
          },
          { head: '状態', cell: (row) => <SubscriptionState {...row} /> },
          {
            head: '次回お届け日',
            sort: 'next_delivery_date',
            cell: (row) => (
              <>
                <span className="whitespace-nowrap">{isOver(row) ? '—' : formatDate(row.next_delivery_date)}</span>
                <span className="hidden text-muted text-xs md:block">{row.pattern_label}</span>
              </>
            ),
          },
          {
            head: '商品',
            isWide: 'full',
            cell: ({ items_text, pieces }) => (
              <>
                {items_text}
                <span className="block text-muted text-xs">{formatNumber(pieces)}点</span>
              </>
            ),
          },
          {
            head: 'お支払い',
            isWide: 'full',
            cell: ({ payment_method_id }) => (
              <span className="whitespace-nowrap">{paymentMethodName(payment_method_id)}</span>
            ),
          },
          {
            head: 'お申し込み日時',
            sort: 'created_at',
            isWide: 'full',
            cell: ({ created_at }) => <Time value={created_at} />,
          },
        ]}
      />
    </>
  )
}

/** No delivery comes any more, so the next date has no meaning. */
const isOver = ({ next_step }: SubscriptionListRow) => next_step.text === ''

/** 状態, the reason of a failure, and the next task. */
type Standing = 'ended_on' | 'end_reason_name' | 'paused_on' | 'pause_reason_name' | 'skipped_on' | 'skip_reason_name'

/** いつ、なぜ終わったか, since when and why it is paused, or its last お休み. */
export function EndedState(row: Pick<SubscriptionListRow, Standing>) {
  const { ended_on, paused_on, skipped_on } = row
  const [day, reason] = ended_on
    ? [formatDay(ended_on), row.end_reason_name]
    : paused_on
      ? [`${formatDay(paused_on)}から`, row.pause_reason_name]
      : skipped_on
        ? [`${formatDay(skipped_on)}にお休み`, row.skip_reason_name]
        : []
  return day ? (
    <span className="block text-muted text-xs">
      <span className="numeric">{day}</span>
      {reason && ` ${reason}`}
    </span>
  ) : null
}

export function SubscriptionState(
  row: Pick<SubscriptionListRow, 'summary_status_name' | 'failure_name' | 'next_step' | Standing>,
) {
  const { summary_status_name, failure_name, next_step } = row
  return (
    <>
      <State tone={next_step.tone}>{summary_status_name}</State>
      {failure_name && <span className="block text-xs">{failure_name}</span>}
      <EndedState {...row} />
      {next_step.text && <span className="block text-muted text-xs">{next_step.text}</span>}
    </>
  )
}
