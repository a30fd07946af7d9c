import type { PromotionRow } from '@kushi/contract/admin/promotion'
import { PROMOTION_STATUS_NAME } from '@kushi/values/promotion'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { shopNow } from '../../shop-clock.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatNumber, formatYenCell, Time } from '../../ui/time.tsx'

export const loader = () => api('GET /admin/v1/promotions')

/** 特典・クーポン, the newest first: what each does, its period, and what is used of its limits. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const mayWrite = useMay('catalogue.write')
  const add = mayWrite && (
    <ButtonLink look="primary" to="/promotions/new">
      特典を作る
    </ButtonLink>
  )
  return (
    <Page
      title="特典・クーポン"
      lead="割引やクーポンコードです。始まった注文と定期便は、あとで特典を変えたり止めたりしても、約束したとおりに続きます。"
      actions={items.length > 0 && add}
    >
      {items.length === 0 && (
        <Empty action={add}>
          まだ特典がありません。割引・送料無料・よりどりを、クーポンコードまたは自動で付けられます。
        </Empty>
      )}
      {items.length > 0 && <Promotions items={items} />}
    </Page>
  )
}

/** Found by name or by what it does. */
function Promotions({ items }: { items: readonly PromotionRow[] }) {
  const [words, setWords] = useState('')
  const [isRunningOnly, setRunningOnly] = useState(false)
  const found = items.filter(
    ({ promotion_name, sentence, is_running }) =>
      (is_running || !isRunningOnly) &&
      words
        .trim()
        .split(/\s+/)
        .every((word) => `${promotion_name} ${sentence}`.includes(word)),
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <input
          type="search"
          aria-label="特典を探す"
          placeholder="名前・内容で探す"
          className="control max-w-[280px]"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Checkbox isOn={isRunningOnly} onChange={setRunningOnly}>
          実施中だけ
        </Checkbox>
      </div>
      <div className="overflow-x-auto">
        <table className="w-full min-w-[720px] text-left">
          <caption className="sr-only">特典・クーポン</caption>
          <thead className="border-line border-b text-muted text-xs">
            <tr>
              {['特典', '状態', '期間'].map((name) => (
                <th key={name} className="py-1 pr-4 font-normal">
                  {name}
                </th>
              ))}
              {['件数', '割引額', 'コード'].map((name) => (
                <th key={name} className="py-1 pr-4 text-right font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {found.map((one) => (
              <tr key={one.id} className="align-top">
                <td className="max-w-[420px] py-2 pr-4">
                  <Link to={`/promotions/${one.id}`} className="font-medium hover:underline">
                    {one.promotion_name}
                  </Link>
                  <p className="text-muted text-xs">{one.sentence}</p>
                </td>
                <td className="whitespace-nowrap py-2 pr-4">
                  <PromotionState promotion={one} />
                </td>
                <td className="numeric py-2 pr-4 text-xs">
                  <Time value={one.starts_at} />〜{one.ends_at && <Time value={one.ends_at} />}
                </td>
                <td className="numeric whitespace-nowrap py-2 pr-4 text-right">
                  {usageCell(formatNumber(one.used), one.max_uses === null ? null : formatNumber(one.max_uses))}
                </td>
                <td className="numeric whitespace-nowrap py-2 pr-4 text-right">
                  {usageCell(
                    formatYenCell(one.spent_yen),
                    one.budget_yen === null ? null : formatYenCell(one.budget_yen),
                  )}
                </td>
                <td className="numeric py-2 pr-4 text-right">
                  {one.code_count > 0 ? formatNumber(one.code_count) : '—'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length === 0 && <p className="mt-3 text-muted">あてはまる特典はありません。</p>}
    </>
  )
}

const usageCell = (now: string, most: string | null) => (
  <>
    {now}
    {most !== null && <span className="block text-muted text-xs">上限 {most}</span>}
  </>
)

export function PromotionState({
  promotion: { status, is_running, starts_at },
}: {
  promotion: Pick<PromotionRow, 'status' | 'is_running' | 'starts_at'>
}) {
  if (status === 'draft') return <State>{PROMOTION_STATUS_NAME.draft}</State>
  if (status === 'stopped') return <State>{PROMOTION_STATUS_NAME.stopped}</State>
  if (is_running) return <State tone="good">実施中</State>
  return Date.parse(starts_at) > shopNow() ? <State tone="attention">これから</State> : <State>終了</State>
}
