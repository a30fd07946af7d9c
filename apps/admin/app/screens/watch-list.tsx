import type { WatchList } from '@kushi/contract/admin/watch'
import { WATCH_EFFECT_NAME } from '@kushi/values/person'
import { Link, useLoaderData } from 'react-router'
import { api } from '../api.ts'
import { Empty, Page, Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { formatDay, formatNumber, Time } from '../ui/time.tsx'

export const loader = () => api('GET /admin/v1/watch-entries')

/** 注意リスト, and whom an event proposes for it. */
export function Component() {
  const { items, proposals } = useLoaderData<typeof loader>()
  return (
    <Page
      title="注意リスト"
      lead="載せた会員と、同じ方と判定したほかの会員のご注文に、決めた対応をします。載せる・外すは、会員のページで行います。"
    >
      <Proposals proposals={proposals} />
      {items.length === 0 ? (
        <Empty>注意リストには、だれも載っていません。</Empty>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {items.map((one) => (
            <li key={one.customer_id} className="py-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Member one={one} />
                <State tone={one.is_over ? 'quiet' : 'attention'}>
                  {one.is_over ? '期限切れ' : WATCH_EFFECT_NAME[one.watch_effect]}
                </State>
                <span className="text-muted text-xs">{formatDay(one.expires_on)}まで</span>
              </p>
              <p className="mt-1 max-w-[800px] whitespace-pre-wrap">{one.reason}</p>
              <p className="mt-1 text-muted text-xs">
                {one.author} <Time value={one.created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

const Member = ({ one }: { one: { customer_id: number; name: string } }) => (
  <Link to={`/customers/${one.customer_id}`} className="font-medium hover:underline">
    {one.name} 様
  </Link>
)

function Proposals({ proposals }: Pick<WatchList, 'proposals'>) {
  if (proposals.length === 0) return null
  return (
    <Section
      title="載せるかどうか、ご検討ください"
      lead="この180日に、代引・後払いの荷物が戻ったか、後払いの審査が通らなかった方です。自動では載りません。"
    >
      <ul className="divide-y divide-line">
        {proposals.map((one) => (
          <li key={one.customer_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Member one={one} />
            {one.returned > 0 && <span>荷物の戻り {formatNumber(one.returned)}件</span>}
            {one.refused > 0 && <span>後払いの審査が通らなかったご注文 {formatNumber(one.refused)}件</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
