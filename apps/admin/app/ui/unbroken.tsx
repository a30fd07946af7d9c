import { cx } from './cx.ts'

/** As wide as a column may be without making its table wider than a tablet. */
const MOST = 16

/** A name or a code in a list: on one line, unless it is so long that the list would not fit its window. */
export const Unbroken = ({ children, className }: { children: string; className?: string }) => (
  <span className={cx(children.length <= MOST && 'whitespace-nowrap', className)}>{children}</span>
)
