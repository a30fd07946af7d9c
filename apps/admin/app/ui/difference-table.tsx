import type { ReactNode } from 'react'
import { formatNumber } from './time.tsx'

interface DifferenceTableProps {
  /** What each number is of: 「1件の定期便あたり」. */
  per: string
  /** The heads of both sides. */
  sides: readonly [string, string]
  /** How many were counted on each side. */
  counts: readonly (readonly [label: string, one: string, other: string])[]
  /** `DifferenceRows`. */
  children: ReactNode
}

/** Two sides of a comparison, and by how much they differ. */
export function DifferenceTable({ per, sides, counts, children }: DifferenceTableProps) {
  return (
    <table className="numeric w-full text-sm md:w-auto">
      <thead>
        <tr className="text-left text-muted text-xs">
          <th className="py-1 font-normal">{per}</th>
          {sides.map((head) => (
            <th key={head} className="whitespace-nowrap py-1 pl-2 text-right font-normal md:pl-6">
              {head}
            </th>
          ))}
          <th className="hidden py-1 pl-6 text-right font-normal md:table-cell">差(95%の幅)</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(([label, one, other]) => (
          <tr key={label}>
            <td className="py-1">{label}</td>
            <td className="whitespace-nowrap py-1 pl-2 text-right md:pl-6">{one}</td>
            <td className="whitespace-nowrap py-1 pl-2 text-right md:pl-6">{other}</td>
            <td className="hidden md:table-cell" />
          </tr>
        ))}
        {children}
      </tbody>
    </table>
  )
}

interface DifferenceRowsProps {
  label: string
  /** What is compared with what: of a page and its variant, or shown and not. */
  values: readonly [string, string]
  /** null: nothing can be said yet. */
  compared: { difference: number; low: number; high: number } | null
  /** Says a difference, and the ends of its interval. */
  say(n: number): string
  /** What is said once, behind the number: ポイント. */
  unit?: string
}

/** A measure of both sides and how they differ; on a phone the difference has a row of its own. */
export function DifferenceRows({ label, values, compared, say, unit = '' }: DifferenceRowsProps) {
  const text = compared
    ? `${say(compared.difference)}${unit}(${say(compared.low)}〜${say(compared.high)})`
    : '差はまだ言えません'
  return (
    <>
      <tr>
        <td className="pt-2 md:py-1">{label}</td>
        {values.map((value, n) => (
          <td key={n === 0 ? 'one' : 'other'} className="whitespace-nowrap pt-2 pl-2 text-right md:py-1 md:pl-6">
            {value}
          </td>
        ))}
        <td className="hidden whitespace-nowrap py-1 pl-6 text-right md:table-cell">{text}</td>
      </tr>
      <tr className="md:hidden">
        <td colSpan={3} className="pb-1 text-right text-muted text-xs">
          {compared && '差(95%の幅) '}
          {text}
        </td>
      </tr>
    </>
  )
}

export const Uncosted = ({ deliveries }: { deliveries: number }) => (
  <p>原価がわからないお届けが{formatNumber(deliveries)}件あります。粗利には入っていません。</p>
)
