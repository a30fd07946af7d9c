interface KeptTermsProps {
  running: readonly { key: number | null; count: number }[]
  /** Of which: null is 代金引換; left out: of all that have one. */
  of?: number | null
  /** What they keep. */
  what: string
}

/** How many contracts a rise would touch, and that it makes none of them dearer. */
export function KeptTerms({ running, of, what }: KeptTermsProps) {
  const isMeant = ({ key }: { key: number | null }) => (of === undefined ? key !== null : key === of)
  const count = running.filter(isMeant).reduce((all, one) => all + one.count, 0)
  if (count === 0) return null
  return (
    <p className="mb-2 text-muted text-xs">
      続いている定期便{count.toLocaleString('ja-JP')}件は、お約束した{what}
      のままです。変えても高くはならず、下がるときは次のお届けから下がります。
    </p>
  )
}
