import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Scrolls the row of a phone sideways to the chosen chip, once it is chosen. The page itself does not scroll. */
const scrollIntoView = (chip: HTMLAnchorElement | null) => {
  const row = chip?.closest('nav')
  if (chip && row) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2
}

/** One category in the row above the list. */
export const FilterChip = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) => (
  <li>
    <Link
      ref={isCurrent ? scrollIntoView : undefined}
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className="-mb-px flex min-h-tap items-center whitespace-nowrap border-b-2 border-transparent text-sm text-muted aria-current:border-ink aria-current:font-medium aria-current:text-ink hover:text-ink"
    >
      {children}
    </Link>
  </li>
)

/** One 悩み below the categories. */
export const WorryChip = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) => (
  <li>
    <Link
      ref={isCurrent ? scrollIntoView : undefined}
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className="group flex min-h-tap items-center whitespace-nowrap text-sm"
    >
      <span className="rounded-base border border-line bg-surface px-3 py-1 group-hover:border-ink group-aria-current:border-ink group-aria-current:bg-ink group-aria-current:text-washi">
        {children}
      </span>
    </Link>
  </li>
)
