import type { BulkJob } from '@kushi/contract/admin/bulk'
import { BULK_STATE_NAME } from '@kushi/values/bulk-job'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { formatMoment, formatNumber, Time } from '../../ui/time.tsx'

export const loader = () => api('GET /admin/v1/bulk-jobs')

/** まとめて変更: all jobs, the newest first. */
export function Component() {
  const mayStart = useMay('subscription.write')
  const { items } = useLoaderData<typeof loader>()
  return (
    <Page
      title="まとめて変更"
      lead="定期便、注文、会員の一覧で絞り込み、まとめて変えたりメールを送ったりするときの記録です。新しい100件を表示します。"
    >
      {items.length === 0 ? (
        <Empty action={mayStart && <ButtonLink to="/subscriptions">定期便の一覧へ</ButtonLink>}>
          まだ、まとめて変えたり送ったりしたものはありません。
          {mayStart && '定期便の一覧で絞り込んで「まとめて変える」を選ぶと、ここに並びます。'}
        </Empty>
      ) : (
        <table className="w-full border-collapse text-left">
          <thead className="border-edge border-b text-muted text-xs">
            <tr>
              <th className="py-1 pr-3 font-normal">内容</th>
              <th className="py-1 pr-3 font-normal">状態</th>
              <th className="whitespace-nowrap py-1 pr-3 text-right font-normal">件数</th>
              <th className="hidden py-1 pr-3 font-normal md:table-cell">担当者</th>
              <th className="hidden py-1 font-normal md:table-cell">日時</th>
            </tr>
          </thead>
          <tbody>
            {items.map((job) => (
              <tr key={job.id} className="border-line border-b hover:bg-sand">
                <td className="h-row py-1 pr-3">
                  <Link to={`/bulk-jobs/${job.id}`} className="tap inline-flex items-center hover:underline">
                    {listNames[job.list]}: {job.text}
                  </Link>
                </td>
                <td className="py-1 pr-3">
                  <JobState job={job} />
                </td>
                <td className="numeric py-1 pr-3 text-right">{formatNumber(totalOf(job))}</td>
                <td className="hidden py-1 pr-3 md:table-cell">{job.operator_name}</td>
                <td className="hidden py-1 md:table-cell">
                  <Time value={job.created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  )
}

export const listNames: Record<BulkJob['list'], string> = {
  subscriptions: '定期便',
  orders: '注文',
  customers: '会員',
}
export const totalOf = ({ counts }: BulkJob): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

const tones: Partial<Record<BulkJob['state'], Tone>> = {
  checked: 'attention',
  running: 'attention',
  taking_back: 'attention',
  stopped: 'stuck',
  done: 'good',
}

export function JobState({ job: { state, counts, run_at } }: { job: BulkJob }) {
  return (
    <>
      <State tone={run_at ? 'good' : (tones[state] ?? 'quiet')}>
        {run_at ? `${formatMoment(run_at)} に送ります` : BULK_STATE_NAME[state]}
      </State>
      {counts.failed > 0 && <span className="block text-danger text-xs">失敗 {formatNumber(counts.failed)}件</span>}
    </>
  )
}
