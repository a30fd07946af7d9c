import { type PrivacyRequest, privacyList } from '@kushi/contract/admin/privacy'
import { PRIVACY_KIND_NAME, PRIVACY_SOURCE_NAME, PRIVACY_STATE_NAME } from '@kushi/values/privacy-request'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { useMe } from '../../me.ts'
import { State } from '../../ui/state.tsx'
import { formatDate, Time } from '../../ui/time.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/privacy-requests', { query: listQuery(privacyList, request) })

/** 個人情報の請求: the requests of members, by due date. */
export function Component() {
  const page = useLoaderData<typeof loader>()
  return (
    <ListPage<PrivacyRequest>
      title="個人情報の請求"
      list={privacyList}
      page={page}
      open={({ id }) => `/privacy/${id}`}
      lead="開示・訂正・利用停止・削除のお申し出です。マイページから届くほか、会員の画面から受け付け、ご本人を確かめてから対応します。"
      empty="まだ請求はありません。お申し出があったら、その会員の画面の「個人情報の請求」から受け付けてください。"
      createLink={{ to: '/customers', label: '会員を探す' }}
      columns={[
        { head: '請求', cell: ({ id, kind }) => `${PRIVACY_KIND_NAME[kind]}(${id})` },
        { head: '会員', cell: ({ customer_name }) => customer_name },
        { head: '状態', cell: (row) => <PrivacyStateMark {...row} /> },
        {
          head: '期限',
          sort: 'due_on',
          cell: ({ due_on }) => <span className="whitespace-nowrap">{formatDate(due_on)}</span>,
        },
        { head: '経路', cell: ({ source }) => PRIVACY_SOURCE_NAME[source], isWide: true },
        { head: '受けた日時', sort: 'created_at', cell: ({ created_at }) => <Time value={created_at} />, isWide: true },
      ]}
    />
  )
}

/** The state, marked if the due date has passed. */
export function PrivacyStateMark({ state, due_on }: Pick<PrivacyRequest, 'state' | 'due_on'>) {
  const { today } = useMe()
  if (state === 'done' || state === 'refused') return <State>{PRIVACY_STATE_NAME[state]}</State>
  if (due_on < today) return <State tone="stuck">{PRIVACY_STATE_NAME[state]}・期限を過ぎています</State>
  return <State tone="attention">{PRIVACY_STATE_NAME[state]}</State>
}
