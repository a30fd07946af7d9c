import type { ConversionEvent } from '@kushi/contract/admin/conversion'
import { ApiError } from '@kushi/contract/client'
import { isCalendarDate } from '@kushi/values/calendar-date'
import {
  CONVERSION_DROP_NAME,
  CONVERSION_EVENT_NAME,
  CONVERSION_FIGURE_NAME,
  CONVERSION_STATE_NAME,
  type ConversionFigure,
  type ConversionState,
} from '@kushi/values/conversion/conversion'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Empty, Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'

type AskedEvents = { state?: ConversionFigure; from?: string }

/** What the address of the screen narrows the events to. */
export function askedEvents(params: URLSearchParams): AskedEvents {
  const [state, from] = [params.get('state'), params.get('from')]
  return {
    ...(state !== null && state in CONVERSION_FIGURE_NAME && { state: state as ConversionFigure }),
    ...(from !== null && isCalendarDate(from) && { from }),
  }
}

interface Events {
  items: ConversionEvent[]
  next: number | null
}

const tones: Record<ConversionState, Tone> = {
  waiting: 'attention',
  accepted: 'good',
  refused: 'stuck',
  dropped: 'quiet',
  shown: 'good',
}

/** What the 送信先 was told, the newest first, with the order and the reason. */
export function ConversionEvents({
  destination_id,
  first,
  query,
}: {
  destination_id: number
  first: Events
  query: AskedEvents
}) {
  const [{ items, next }, setShown] = useState(first)
  const [error, setError] = useState<string | null>(null)
  const more = async (before: number) => {
    const params = { id: destination_id }
    setError(null)
    try {
      const found = await api('GET /admin/v1/setting/conversions/{id}/events', { params, query: { ...query, before } })
      setShown({ items: [...items, ...found.items], next: found.next })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return (
    <div className="mt-6">
      <Section title="知らせた成果" lead="3年間の記録です。受け付けられた、または断られた成果は、もう送りません。">
        <Refusal>{error}</Refusal>
        {(query.state || query.from) && (
          <p className="mb-2 flex flex-wrap gap-x-3">
            {query.state && CONVERSION_FIGURE_NAME[query.state]}
            {query.from && <span>{query.from} から</span>}
            <Link to={`/setting/conversions/${destination_id}`} className="text-link">
              すべてを見る
            </Link>
          </p>
        )}
        {items.length === 0 && <Empty>まだありません。</Empty>}
        <ul className="divide-y divide-line">
          {items.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <div className="mr-auto min-w-0">
                <p>
                  <Link to={`/orders/${one.order_id}`} className="text-link">
                    {one.order_no}
                  </Link>{' '}
                  {CONVERSION_EVENT_NAME[one.event_name]}
                </p>
                <p className="break-all text-muted text-xs">
                  <Time value={one.occurred_at} /> {reasonOf(one)}
                </p>
              </div>
              <State tone={tones[one.conversion_state]}>{CONVERSION_STATE_NAME[one.conversion_state]}</State>
            </li>
          ))}
        </ul>
        {next !== null && (
          <Button className="mt-4" onClick={() => void more(next)}>
            続きを見る
          </Button>
        )}
      </Section>
    </div>
  )
}

const reasonOf = ({ drop_reason, attempts, answer }: ConversionEvent) =>
  [drop_reason && CONVERSION_DROP_NAME[drop_reason], attempts > 1 && `${attempts}回目`, answer]
    .filter(Boolean)
    .join(' ')
