import type { TimelineEntry } from '@kushi/contract/admin/order'
import { Section } from './page.tsx'
import { Time } from './time.tsx'

const kinds: Record<TimelineEntry['kind'], string> = {
  order: '注文',
  subscription: '定期便',
  money: 'お金',
  parcel: '荷物',
  message: '連絡',
  note: 'メモ',
  staff: '操作',
}

/** 経過: all events, the newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <Section title="経過">
      {entries.length === 0 && <p className="text-muted text-xs">まだ何もありません。</p>}
      <ol className="grid gap-2">
        {entries.map((entry) => (
          <li key={entry.key} className="grid grid-cols-[auto_1fr] gap-x-3 border-line border-b pb-2 last:border-0">
            <span className="w-10 text-muted text-xs leading-6">{kinds[entry.kind]}</span>
            <div className="min-w-0">
              <p className="whitespace-pre-wrap">{entry.text}</p>
              <p className="text-muted text-xs">
                <Time value={entry.created_at} />
                {entry.actor && `・${entry.actor}`}
                {entry.detail && <span className="block whitespace-pre-wrap">{entry.detail}</span>}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
