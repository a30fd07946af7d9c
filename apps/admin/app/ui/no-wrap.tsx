import { cx } from './cx.ts'

/** Maximum characters on one line, so that the table is not wider than a tablet. */
const MAX_LENGTH = 16

/** A name or code in a list: on one line, unless it is too long for the list to fit the window. */
export const NoWrap = ({ children, className }: { children: string; className?: string }) => (
  <span className={cx(children.length <= MAX_LENGTH && 'whitespace-nowrap', className)}>{children}</span>
)
