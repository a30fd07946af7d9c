import { formatPoints, MAX_POINT_ADJUSTMENT, POINT_ENTRY_KIND_NAME } from '@kushi/values/points'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { Section } from '../ui/page.tsx'
import { formatDay, formatNumber, Time } from '../ui/time.tsx'

const { Form, NumberField, TextAreaField } = formFor<{ points: number | null; reason: string }>()

/** The points of a member, for the page's loader. */
export const loadPoints = (id: string) => api('GET /admin/v1/customers/{id}/points', { params: { id } })

interface PointsProps {
  id: number
  points: Awaited<ReturnType<typeof loadPoints>>
  /** Who left has none. */
  hasLeft: boolean
}

const signed = (points: number) => `${points > 0 ? '+' : '−'}${formatNumber(Math.abs(points))}`

/** ポイント: balance, what is coming, the rows, and 調整 with a reason. */
export function Points({ id, points: { balance, points_until, pending, entries }, hasLeft }: PointsProps) {
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('payment.write')
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={`ポイント: ${formatNumber(balance)}`}
      actions={mayWrite && !hasLeft && <Button onClick={() => setOpen(true)}>ポイントを調整する</Button>}
    >
      {points_until && <p className="text-muted text-xs">有効期限 {formatDay(points_until)}</p>}
      {pending.length > 0 && (
        <p className="text-muted text-xs">
          付与の予定 {formatPoints(pending.reduce((sum, { points }) => sum + points, 0))}
        </p>
      )}
      {entries.length === 0 && <p className="text-muted text-xs">ポイントの記録はまだありません。</p>}
      <ul className="mt-1 grid gap-1">
        {entries.slice(0, 20).map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-4 border-line border-b pb-1 last:border-0">
            <span className="min-w-0">
              {POINT_ENTRY_KIND_NAME[one.point_kind]} <span className="numeric">{signed(one.points)}</span>
              {one.order_id && (
                <Link to={`/orders/${one.order_id}`} className="numeric ml-2 text-link">
                  {one.order_no}
                </Link>
              )}
              {one.reason && <span className="ml-2 text-muted text-xs">{one.reason}</span>}
            </span>
            <span className="text-xs">
              <Time value={one.created_at} />
            </span>
          </li>
        ))}
      </ul>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="ポイントを調整する">
        <Form
          values={{ points: null, reason: '' }}
          submit="調整する"
          done="ポイントを調整しました"
          save={async ({ points, reason }) => {
            await api('POST /admin/v1/customers/{id}/points', {
              params: { id },
              body: { points: points as number, reason, balance },
            })
            setOpen(false)
            await revalidate()
          }}
        >
          <NumberField
            name="points"
            label="増やすポイント"
            unit="ポイント"
            inputMode="text"
            isRequired
            hint={`減らすときは「-100」のように入力します。一度に${formatPoints(MAX_POINT_ADJUSTMENT)}まで。お客様のマイページには「調整」と出ます。`}
          />
          <TextAreaField
            name="reason"
            label="理由"
            isRequired
            rows={2}
            maxLength={200}
            hint="お店の中だけで見えます。"
          />
        </Form>
      </Dialog>
    </Section>
  )
}
