import type { QuotedPoints } from '@kushi/contract/quote'
import { formatPoints, NO_POINTS_USABLE_TEXT, pointsRangeText } from '@kushi/values/points'
import { readWholeNumber } from '@kushi/values/whole-number'
import { formatYen } from '@kushi/values/yen'
import { useState } from 'react'
import { GrantedPoints } from '../../../parts/granted-points.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionHeading } from '../../../ui/heading.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface PointsSectionProps {
  points: QuotedPoints
  /** As many as the member wants to use. */
  onUse: (points: number) => void
}

/** ポイント: how many there are, and how many of them this order takes. */
export function PointsSection({ points: { balance, usable, used, least, granted }, onUse }: PointsSectionProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const requestPoints = (pointsToUse: number | null) => {
    if (pointsToUse === null || Number.isNaN(pointsToUse) || pointsToUse < least || pointsToUse > usable)
      return setError(pointsRangeText({ least, usable }))
    setError(undefined)
    setTyped('')
    onUse(pointsToUse)
  }
  return (
    <section aria-labelledby="points" className="grid gap-4">
      <SectionHeading id="points">ポイント</SectionHeading>
      <p className="numeric">お持ちのポイント {formatPoints(balance)}</p>
      {used > 0 ? (
        <p className="flex flex-wrap items-center gap-x-4" role="status">
          <span className="numeric">
            {formatPoints(used)}を使います({formatYen(used)}引き)
          </span>
          <button type="button" className="text-link min-h-tap text-sm" onClick={() => onUse(0)}>
            使わない
          </button>
        </p>
      ) : usable === 0 ? (
        balance > 0 && <p className="text-sm text-muted">{NO_POINTS_USABLE_TEXT}</p>
      ) : (
        <>
          <p>
            <Button look="secondary" onClick={() => requestPoints(usable)}>
              {usable === balance ? 'すべて使う' : `使える${formatPoints(usable)}を使う`}
            </Button>
          </p>
          <div className="flex max-w-[360px] items-start gap-3">
            <div className="grow">
              <TextField
                label="使うポイントを決める"
                inputMode="numeric"
                autoComplete="off"
                maxLength={9}
                error={error}
                value={typed}
                // No form of its own, because it stands inside that of the purchase.
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  requestPoints(readWholeNumber(typed))
                }}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </div>
            <div className="pt-7">
              <Button look="secondary" onClick={() => requestPoints(readWholeNumber(typed))}>
                使う
              </Button>
            </div>
          </div>
        </>
      )}
      <GrantedPoints granted={granted} />
    </section>
  )
}
