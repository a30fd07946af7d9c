import type { Report } from '@kushi/contract/admin/report'
import { scaleLinear, scalePoint } from 'd3-scale'
import { useSyncExternalStore } from 'react'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'

export type Unit = Report['heads'][number]['unit']

/** A line or a row of bars. `null`: nothing is known there. */
export interface Series {
  name: string
  values: (number | null)[]
}

export const formatValue = (value: number, unit: Unit): string => {
  if (unit === 'rate') return `${(value * 100).toFixed(1)}%`
  if (unit === 'days') return `${formatNumber(value)}日`
  return unit === 'yen' || unit === 'mean' ? formatYenCell(Math.round(value)) : formatNumber(value)
}

const shortValue = (value: number, unit: Unit): string => {
  if (unit === 'rate') return `${Math.round(value * 100)}%`
  const sign =
    Math.abs(value) >= 100_000_000 ? [100_000_000, '億'] : Math.abs(value) >= 10_000 ? [10_000, '万'] : [1, '']
  return `${unit === 'count' || unit === 'days' ? '' : '¥'}${formatNumber(Math.round((value / (sign[0] as number)) * 10) / 10)}${sign[1]}`
}

const domainOf = (series: readonly Series[], unit: Unit): [number, number] => {
  const all = series.flatMap(({ values }) => values.filter((one) => one !== null))
  return [Math.min(0, ...all), Math.max(unit === 'rate' ? 1 : 1, ...all)]
}

/** A solid line and a dashed one differ without colour, also on paper. */
const looks = [
  { line: 'stroke-leaf', mark: 'fill-leaf', dash: undefined },
  { line: 'stroke-camellia', mark: 'fill-camellia', dash: '5 4' },
] as const

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null
  return (
    <figcaption className="flex flex-wrap gap-x-4 text-muted text-xs">
      {series.map(({ name }, n) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 24 8" aria-hidden="true" className="h-2 w-6">
            <line
              x1="0"
              x2="24"
              y1="4"
              y2="4"
              strokeWidth="2"
              strokeDasharray={looks[n]!.dash}
              className={looks[n]!.line}
            />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  )
}

interface ChartProps {
  title: string
  labels: readonly string[]
  series: readonly Series[]
  unit: Unit
}

const HEIGHT_PX = 220
const WIDE_SCREEN = '(min-width: 768px)'
const subscribe = (changed: () => void) => {
  const query = window.matchMedia(WIDE_SCREEN)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
/** On a phone a chart is narrower, not smaller: its words stay legible. */
const useWidth = () =>
  useSyncExternalStore(
    subscribe,
    () => (window.matchMedia(WIDE_SCREEN).matches ? 880 : 340),
    () => 880,
  )
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 12, 24, 60]

/** One or two lines over periods or deliveries. The table beside it has the same numbers, so a screen reader gets one sentence. */
export function LineChart({ title, labels, series, unit }: ChartProps) {
  const width = useWidth()
  const y = scaleLinear()
    .domain(domainOf(series, unit))
    .nice(4)
    .range([HEIGHT_PX - BOTTOM, TOP])
  const x = scalePoint<number>()
    .domain(labels.map((_, n) => n))
    .range([LEFT, width - RIGHT])
    .padding(0.3)
  const step = Math.ceil(labels.length / (width / 80))
  const at = (n: number) => x(n) ?? LEFT
  return (
    <figure className="mb-4">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT_PX}`}
        role="img"
        aria-label={chartText(title, labels, series, unit)}
        className="w-full"
      >
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="numeric fill-muted text-[11px]">
              {shortValue(tick, unit)}
            </text>
          </g>
        ))}
        {labels.map(
          (label, n) =>
            n % step === 0 && (
              <text
                key={label}
                x={at(n)}
                y={HEIGHT_PX - 6}
                textAnchor="middle"
                className="numeric fill-muted text-[11px]"
              >
                {label}
              </text>
            ),
        )}
        {series.map(({ name, values }, of) => (
          <g key={name}>
            {linesOf(values).map((points) => (
              <polyline
                key={points[0]![0]}
                points={points.map(([n, value]) => `${at(n)},${y(value)}`).join(' ')}
                strokeWidth="2"
                strokeDasharray={looks[of]!.dash}
                className={`fill-none ${looks[of]!.line}`}
              />
            ))}
            {values.map(
              (value, n) =>
                value !== null && (
                  <circle
                    key={labels[n]}
                    cx={at(n)}
                    cy={y(value)}
                    r={labels.length > 40 ? 1.5 : 3}
                    className={looks[of]!.mark}
                  >
                    <title>{`${name} ${labels[n]} ${formatValue(value, unit)}`}</title>
                  </circle>
                ),
            )}
          </g>
        ))}
      </svg>
      <Legend series={series} />
    </figure>
  )
}

/** The stretches of a line between its gaps. */
function linesOf(values: readonly (number | null)[]): [number, number][][] {
  const lines: [number, number][][] = [[]]
  values.forEach((value, n) => {
    if (value === null) lines.push([])
    else lines.at(-1)!.push([n, value])
  })
  return lines.filter((points) => points.length > 1)
}

/** Bars from left to right, the largest first, each with its name and number; a second group below the first one. */
export function BarList({ title, labels, series, unit }: ChartProps) {
  const most = Math.max(1e-9, ...series.flatMap(({ values }) => values.map((one) => one ?? 0)))
  return (
    <figure className="mb-4" aria-label={chartText(title, labels, series, unit)}>
      <ul className="grid gap-1.5">
        {labels.slice(0, 12).map((label, n) => (
          <li key={label} className="grid grid-cols-[minmax(6rem,14rem)_1fr] items-center gap-x-3 text-xs">
            <span className="truncate" title={label}>
              {label}
            </span>
            <span className="grid gap-0.5">
              {series.map(({ name, values }, of) => (
                <span key={name} className="flex items-center gap-2">
                  <svg
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                    className="h-2.5 w-full max-w-[360px]"
                  >
                    <rect
                      width={(Math.max(0, values[n] ?? 0) / most) * 100}
                      height="8"
                      className={of === 0 ? 'fill-leaf' : 'fill-surface stroke-camellia'}
                      strokeWidth={of === 0 ? 0 : 2}
                      vectorEffect="non-scaling-stroke"
                    />
                  </svg>
                  <span className="numeric whitespace-nowrap">
                    {values[n] === null ? '—' : formatValue(values[n] ?? 0, unit)}
                  </span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {series.length > 1 && (
        <figcaption className="mt-1 flex flex-wrap gap-x-4 text-muted text-xs">
          {series.map(({ name }, of) => (
            <span key={name}>{`${of === 0 ? '■' : '□'} ${name}`}</span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

function chartText(title: string, labels: readonly string[], series: readonly Series[], unit: Unit): string {
  const values = series[0]?.values ?? []
  const top = values.reduce<number>((best, value, n) => ((value ?? -1) > (values[best] ?? -1) ? n : best), 0)
  const most = values[top]
  return most === null || most === undefined
    ? `${title}のグラフ。まだありません。`
    : `${title}のグラフ。いちばん多いのは${labels[top]}の${formatValue(most, unit)}。数字は下の表にあります。`
}
