import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { lastingDaysText, type UsageQuestion } from '@kushi/values/lasting'
import { quietApi } from '../../api.ts'
import { intervals } from '../../parts/interval.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface IntervalChoiceProps {
  interval: string
  /** The interval nearest to 使い切る目安; null: none. */
  recommended: string | null
  /** 使い切る目安, and what is asked to reckon it better; null: the shop says nothing of it. */
  lasting: Lasting | null
  onInterval: (interval: string) => void
}

interface Lasting {
  questions: readonly UsageQuestion[]
  /** By question; null: not answered. */
  chosen: readonly (string | null)[]
  days: number
  onChoose: (chosen: readonly (string | null)[]) => void
}

/** お届け間隔 of a 定期便, with its first delivery dates. */
export const IntervalChoice = ({ interval, recommended, lasting, onInterval }: IntervalChoiceProps) => (
  <div className="grid gap-3">
    {lasting && lasting.questions.length > 0 && <LastingChoice {...lasting} />}
    <SelectField
      label="お届け間隔"
      hint={`${recommended === null ? '' : '「おすすめ」は、使い切る目安に近い間隔です。'}ほかの定期便の商品も、同じ間隔でお届けします。`}
      options={intervals.map(({ value, label }) => ({
        value,
        label: value === recommended ? `${label}(おすすめ)` : label,
      }))}
      value={interval}
      onChange={(event) => onInterval(event.currentTarget.value)}
    />
    <NextDates interval={interval} />
  </div>
)

/** The shop's questions about its use, none of which has to be answered; one press presets the interval. */
const LastingChoice = ({ questions, chosen, days, onChoose }: Lasting) => (
  <div className="grid gap-2">
    {questions.map(({ question, options }, n) => (
      <fieldset key={question}>
        <legend className="mb-1 text-sm">
          {question}
          <span className="ml-2 text-xs text-muted">任意</span>
        </legend>
        <div className="flex flex-wrap gap-2">
          {options.map(({ option }) => (
            <button
              key={option}
              type="button"
              aria-pressed={chosen[n] === option}
              className="flex min-h-tap items-center rounded-base border border-line bg-surface px-3 text-sm aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
              onClick={() => onChoose(chosen.map((one, at) => (at !== n ? one : one === option ? null : option)))}
            >
              {option}
            </button>
          ))}
        </div>
      </fieldset>
    ))}
    <p role="status" className="numeric text-sm text-muted">
      {lastingDaysText(days, chosen)}
    </p>
  </div>
)

/**
 * Preview of the first delivery dates of a subscription with the chosen interval. Asked here and not by the loader: the
 * dates count from today, and the page may be one that was cached yesterday.
 */
function NextDates({ interval }: { interval: string }) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the delivery
          <li key={n} className="numeric">
            <span className="block text-xs text-muted">{n === 0 ? '初回' : `${n + 1}回目`}</span>
            <span className="block min-h-6">{date && formatShortDateWithWeekday(date)}</span>
          </li>
        ))}
      </ol>
      <p className="pt-2 text-xs text-muted">お届け先により変わります。お届け日はご購入手続きで選べます。</p>
    </div>
  )
}
