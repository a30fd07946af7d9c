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
