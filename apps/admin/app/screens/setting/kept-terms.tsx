import { Link } from 'react-router'

interface KeptTermsProps {
  running: readonly { key: number | null; count: number }[]
  /** Of which: null is 代金引換; left out: of all that have one. */
  of?: number | null
  /** What they keep. */
  what: string
}

/** States how many running contracts keep their promised terms when a fee rises. */
export function KeptTerms({ running, of, what }: KeptTermsProps) {
  const isOfTerms = ({ key }: { key: number | null }) => (of === undefined ? key !== null : key === of)
  const count = running.filter(isOfTerms).reduce((all, one) => all + one.count, 0)
  if (count === 0) return null
  return (
    <p className="mb-2 text-muted text-xs">
      続いている定期便{count.toLocaleString('ja-JP')}件は、お約束した{what}
      のままです。変えても高くはならず、下がるときは次のお届けから下がります。高くした額は、
      <Link to="/subscriptions" className="text-link">
        定期便の一覧
      </Link>
      の「まとめて変える」から「送料・手数料を変える」を選ぶと、お客様に同意をお願いできます。
    </p>
  )
}
