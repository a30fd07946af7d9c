import { scaleBand, scaleLinear } from 'd3-scale'
import { formatYenCell } from '../../ui/time.tsx'

export interface Bar {
  /** Shown under the axis and in the sentence for screen readers. */
  label: string
  amount: number
  /** The amount of the earlier period; null: no such day. */
  before: number | null
}

const WIDTH_PX = 320
const HEIGHT_PX = 128
const [TOP, RIGHT, BOTTOM, LEFT] = [8, 4, 20, 44]

/**
 * Bars for this period, a line for the earlier one. The table below has the same
 * data, so screen readers get one sentence.
 */
export function BarChart({ title, bars, now, before }: { title: string; bars: Bar[]; now: string; before: string }) {
  // Without any sale, the axis still has whole yen.
  const most = Math.max(1_000, ...bars.flatMap(({ amount, before: was }) => [amount, was ?? 0]))
  const y = scaleLinear()
    .domain([0, most])
    .nice(3)
    .range([HEIGHT_PX - BOTTOM, TOP])
  const x = scaleBand()
    .domain(bars.map(({ label }) => label))
    .range([LEFT, WIDTH_PX - RIGHT])
    .padding(0.2)
  const at = (label: string) => x(label) ?? LEFT
  const line = bars.flatMap(({ label, before: was }) =>
    was === null ? [] : `${at(label) + x.bandwidth() / 2},${y(was)}`,
  )
  // As many labels as fit side by side.
  const step = Math.ceil(bars.length / 6)
  return (
    <figure className="mb-1">
      <svg viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`} role="img" aria-label={chartText(title, bars)} className="w-full">
        {y.ticks(3).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH_PX - RIGHT} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={LEFT - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="numeric fill-muted text-[10px]">
              {shortYen(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ label, amount }) => (
          <rect
            key={label}
            x={at(label)}
            y={y(amount)}
            width={x.bandwidth()}
            height={y(0) - y(amount)}
            className="fill-leaf"
          />
        ))}
        <polyline points={line.join(' ')} className="fill-none stroke-brass" strokeWidth="1.5" />
        {bars.map(
          ({ label }, n) =>
            n % step === 0 && (
              <text
                key={label}
                x={at(label) + x.bandwidth() / 2}
                y={HEIGHT_PX - 6}
                textAnchor="middle"
                className="numeric fill-muted text-[10px]"
              >
                {label}
              </text>
            ),
        )}
      </svg>
      <figcaption className="flex gap-4 text-muted text-xs">
        <span className="inline-flex items-center gap-1">
          <span className="inline-block size-2.5 bg-leaf" />
          {now}
        </span>
        <span className="inline-flex items-center gap-1">
          <span className="inline-block h-0.5 w-4 bg-brass" />
          {before}
        </span>
      </figcaption>
    </figure>
  )
}

function chartText(title: string, bars: Bar[]): string {
  const top = bars.reduce<Bar | null>((best, one) => (one.amount > (best?.amount ?? 0) ? one : best), null)
  return top
    ? `${title}のグラフ。いちばん多いのは${top.label}の${formatYenCell(top.amount)}。`
    : `${title}のグラフ。まだありません。`
}

/** A short amount for the axis: 「12万」. */
const shortYen = (yen: number): string => (yen >= 10_000 ? `${Math.round(yen / 1_000) / 10}万` : formatYenCell(yen))
