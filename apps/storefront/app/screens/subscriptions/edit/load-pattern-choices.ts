import type { MasterData } from '@kushi/contract/setting'
import type { PatternChoices } from '../../../form/fields/pattern-fields.tsx'
import type { MasterDataName } from '../../../master-data.ts'

const names = {
  months: 'month',
  days: 'day',
  weeks: 'delivery_pattern_week_number',
  weekdays: 'day_of_week',
  intervals: 'day_interval',
} as const satisfies Record<keyof PatternChoices, MasterDataName>

/** お届け周期: what each of its parts may be, as the shop's master data has it. */
export async function loadPatternChoices(
  load: (name: MasterDataName) => Promise<MasterData[]>,
): Promise<PatternChoices> {
  const entries = Object.entries(names).map(async ([part, name]) => [
    part,
    (await load(name)).map(({ id, label }) => ({ value: String(id), label })),
  ])
  return Object.fromEntries(await Promise.all(entries)) as PatternChoices
}
