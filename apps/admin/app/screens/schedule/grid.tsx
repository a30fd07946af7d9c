import type { ScheduledChange } from '@kushi/contract/admin/schedule'
import { SCHEDULE_KIND_NAME } from '@kushi/values/schedule'
import { useMe } from '../../me.ts'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/page.tsx'
import { sayDate } from '../../ui/time.tsx'
import { daysOf } from './days.ts'

/** The column of the first day, in a week that starts on Sunday. */
const columns = [
  ...['md:col-start-1', 'md:col-start-2', 'md:col-start-3', 'md:col-start-4'],
  ...['md:col-start-5', 'md:col-start-6', 'md:col-start-7'],
]
const words = { begins: '始まり', ends: '終わり', in: '実施中' }

/** カレンダー: every coming change on its day, with a link to where it can be taken back. */
export function Grid({ changes }: { changes: ScheduledChange[] }) {
  const { today } = useMe()
  const days = daysOf(changes, today)
  const before = new Date(`${today}T12:00:00Z`).getUTCDay()
  return (
    <Section title="カレンダー" lead="予定を押すと、下の一覧で内容を見て、取り消せます。">
      <ol className="grid grid-cols-1 gap-1 md:grid-cols-7">
        {days.map(({ day, marks }, n) => (
          <li
            key={day}
            className={cx(
              'min-h-16 rounded-base border border-line px-2 py-1',
              n === 0 && columns[before],
              // On a phone, days without a change are hidden.
              marks.length === 0 && 'hidden text-muted md:block',
            )}
          >
            <span className="block text-xs">{sayDate(day)}</span>
            {marks.map(({ change: { id, kind, subject_name }, what }) => (
              <a
                key={id}
                href={`#change-${id}`}
                className={cx('block text-xs', what === 'in' ? 'text-muted hover:underline' : 'text-link')}
              >
                {SCHEDULE_KIND_NAME[kind]}
                {subject_name && ` ${subject_name}`} {words[what]}
              </a>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  )
}
