import type { SubscriptionEvent } from '@kushi/contract/subscription'
import { formatDateTime } from '@kushi/values/timestamp'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SectionHeading } from '../../../ui/heading.tsx'
import { Changes } from '../parts/changes.tsx'

const actors: Record<string, string> = { customer: 'お客様', shop: '当店', system: '自動' }
/** So many before it is asked for all of them. */
const FEW = 5

/** 履歴: what happened, who did it, and what changed, the newest first. */
export function History({ events }: { events: readonly SubscriptionEvent[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? events : events.slice(0, FEW)
  return (
    <section aria-labelledby="history" className="grid gap-4 border-t border-line pt-8">
      <SectionHeading id="history">履歴</SectionHeading>
      <ol className="grid gap-5">
        {shown.map((event) => (
          <li key={event.id} className="grid gap-1 border-l border-brass pl-4">
            <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
              <span className="numeric">{formatDateTime(event.created_at)}</span>
              <span>{actors[event.actor] ?? event.actor}</span>
            </p>
            <p className="text-sm font-medium">{event.text}</p>
            <Changes changes={event.changes} />
          </li>
        ))}
      </ol>
      {events.length > shown.length && (
        <div>
          <Button look="secondary" onClick={() => setWhole(true)}>
            すべての履歴を見る(全{events.length}件)
          </Button>
        </div>
      )}
    </section>
  )
}
