import { useWatch } from 'react-hook-form'
import type { PatternDraft } from '../../state/purchase-draft.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { type Option, SelectField } from '../../ui/select-field.tsx'
import { useFields } from '../use-fields.ts'

/** The choices for each part of a delivery pattern. Without months or intervals those kinds are not offered. */
export interface PatternChoices {
  months: readonly Option[]
  days: readonly Option[]
  weeks: readonly Option[]
  weekdays: readonly Option[]
  intervals: readonly Option[]
}

const kinds = [
  { value: '1', label: '日付で選ぶ', description: '例: 毎月5日' },
  { value: '2', label: '曜日で選ぶ', description: '例: 毎月第2木曜日' },
  { value: '3', label: '間隔で選ぶ', description: '例: 30日ごと' },
]

/** お届け周期: three kinds of pattern, each with selects that read like a sentence. */
export function PatternFields({ choices }: { choices: PatternChoices }) {
  const { field } = useFields<PatternDraft>('pattern.')
  const kind = useWatch<{ pattern: PatternDraft }, 'pattern.kind'>({ name: 'pattern.kind' })
  const offered = kinds.filter(({ value }) => (value === '3' ? choices.intervals : choices.months).length > 0)
  const isMonthly = kind === '1' || kind === '2'
  return (
    <>
      {offered.length > 1 && <RadioCards {...field('kind')} legend="周期の決め方" hideLegend options={offered} />}
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
        {isMonthly && (
          <div className={kind === '2' ? 'max-md:col-span-2' : ''}>
            <SelectField {...field('months')} label="間隔" required options={choices.months} />
          </div>
        )}
        {kind === '1' && (
          <SelectField {...field('day')} label="お届け日" required options={choices.days} placeholder="選択" />
        )}
        {kind === '2' && <SelectField {...field('week')} label="週" required options={choices.weeks} />}
        {kind === '2' && (
          <SelectField {...field('day_of_week')} label="曜日" required options={choices.weekdays} placeholder="選択" />
        )}
        {kind === '3' && <SelectField {...field('days')} label="間隔" required options={choices.intervals} />}
      </div>
    </>
  )
}
