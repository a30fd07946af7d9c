import { formatShortWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../api.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** The first deliveries of a subscription by the interval that is chosen, before it is bought. */
export function NextDates({ interval }: { interval: string }) {
  const [division, param1] = interval.split(':')
  const { data } = useAnswer(interval, (signal) =>
    quietApi(
      'GET /v1/delivery/pattern-dates',
      { query: { subscription_division_id: division === '3' ? '3' : '1', param1: Number(param1) } },
      { signal },
    ),
  )
  const dates = data?.items ?? ['', '', '']
  return (
    <div className="rounded-base bg-leaf-tint p-4 text-sm">
      <p className="text-leaf">今日お申し込みのときの目安</p>
      <ol className="grid grid-cols-3 gap-2 pt-2">
        {dates.map((date, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first stays the first
          <li key={n} className="numeric">
            <span className="block text-xs text-muted">{n === 0 ? '初回' : `${n + 1}回目`}</span>
            <span className="block min-h-6">{date && formatShortWithWeekday(date)}</span>
          </li>
        ))}
      </ol>
      <p className="pt-2 text-xs text-muted">お届け先により変わります。お届け日はご購入手続きで選べます。</p>
    </div>
  )
}
