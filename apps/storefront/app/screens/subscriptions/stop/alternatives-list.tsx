import { formatShortWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../../api.ts'
import { done } from '../manage/outcome.ts'
import type { Change, Managed } from '../manage/use-change.ts'
import { skippedText } from '../skip/skip-dialog.tsx'
import { type Alternative, fewerPieces, longerInterval } from './alternatives.ts'

interface AlternativesListProps {
  subscription: Managed['subscription']
  change: Change
  onDone: () => void
}

/** Skip, longer, fewer: each is done by the press itself, and none has to be read to cancel. */
export function AlternativesList({ subscription, change, onDone }: AlternativesListProps) {
  const { id, version, can, next_delivery_date, next_next_delivery_date } = subscription
  const others = [longerInterval(subscription), fewerPieces(subscription)].filter((one) => one !== null)
  const params = { id }
  const skip = () => quietApi('PATCH /v1/order/subscription/{id}/skip', { params, body: { version } })
  const update = (one: Alternative) =>
    quietApi('PUT /v1/order/subscription/update/{id}', { params, body: { ...one.update, version } })
  const close = (isDone: boolean) => {
    if (isDone) onDone()
  }
  if (!can.skip && others.length === 0) return null
  return (
    <section aria-label="解約のほかの方法" className="grid gap-2">
      <p className="text-muted">続けながら、調整することもできます(押すとすぐに変更されます)。</p>
      <ul className="divide-y divide-line border-y border-line">
        {can.skip && (
          <Choice
            label="次回だけお休みする"
            text={`${formatShortWithWeekday(next_delivery_date)} → ${formatShortWithWeekday(next_next_delivery_date)}`}
            onPress={() => void change.run(skip, (after) => done(skippedText(subscription, after))).then(close)}
          />
        )}
        {others.map((one) => (
          <Choice
            key={one.label}
            label={one.label}
            text={one.text}
            onPress={() =>
              void change
                .run(
                  () => update(one),
                  () => done(one.done),
                )
                .then(close)
            }
          />
        ))}
      </ul>
    </section>
  )
}

const Choice = ({ label, text, onPress }: { label: string; text: string; onPress: () => void }) => (
  <li>
    <button
      type="button"
      onClick={onPress}
      className="group flex min-h-tap w-full flex-wrap items-baseline justify-between gap-x-4 py-2 text-left"
    >
      <span className="font-medium text-leaf group-hover:underline">{label}</span>
      <span className="text-xs text-muted">{text}</span>
    </button>
  </li>
)
