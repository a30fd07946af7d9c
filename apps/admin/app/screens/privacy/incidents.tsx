import type { PrivacyIncident } from '@kushi/contract/admin/privacy-incident'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useMe } from '../../me.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatDay, formatNumber } from '../../ui/time.tsx'

export const loader = () => api('GET /admin/v1/privacy-incidents')

/** 個人情報の事故: each with what is still to be done, and until when. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const mayWrite = useMay('customer.write')
  return (
    <Page
      title="個人情報の事故"
      lead="漏えい、誤送付、紛失、不正アクセスなどです。対象の方の人数、報告とお知らせの期限、文章の下書きを用意し、記録を残します。"
      actions={
        mayWrite && (
          <ButtonLink to="/incidents/new" look="primary">
            事故を記録する
          </ButtonLink>
        )
      }
    >
      {items.length === 0 ? (
        <Empty>事故の記録はありません。</Empty>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {items.map((one) => (
            <li key={one.id} className="py-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link to={`/incidents/${one.id}`} className="font-medium hover:underline">
                  {formatDay(one.found_on)}に知った事故
                </Link>
                <IncidentMark {...one} />
                <span className="text-muted text-xs">{formatNumber(one.persons)}人</span>
              </p>
              <p className="mt-1 line-clamp-2 max-w-[800px]">{one.what}</p>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

type Marked = Pick<
  PrivacyIncident,
  'must_report' | 'first_reported_on' | 'final_reported_on' | 'notified_on' | 'first_due_on' | 'final_due_on'
>

/** The next thing to do, marked when its day has passed. */
export function IncidentMark(one: Marked) {
  const { today } = useMe()
  if (!one.must_report) return <State tone="quiet">報告の義務なし</State>
  const step =
    one.first_reported_on === null
      ? { name: '速報', due: one.first_due_on }
      : one.notified_on === null
        ? { name: 'ご本人へのお知らせ', due: null }
        : one.final_reported_on === null
          ? { name: '確報', due: one.final_due_on }
          : null
  if (step === null) return <State tone="good">報告とお知らせ済み</State>
  const isLate = step.due !== null && step.due < today
  return (
    <State tone={isLate ? 'stuck' : 'attention'}>
      {step.name}
      {step.due ? `は${formatDay(step.due)}まで${isLate ? '・期限を過ぎています' : ''}` : 'はすみやかに'}
    </State>
  )
}
