import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import type { MenuEntry } from './menu-entries.ts'

/** Shopping entries are largest, 悩み are side by side, and explanations are small. */
const lookClasses = {
  large: {
    list: '',
    link: 'py-1 font-mincho text-lg tracking-wider',
  },
  rows: {
    list: 'divide-y divide-line border-b border-line',
    link: 'py-2',
  },
  chips: {
    list: 'flex flex-wrap gap-x-2',
    link: 'text-sm [&>span]:rounded-base [&>span]:border [&>span]:border-line [&>span]:bg-surface [&>span]:px-3 [&>span]:py-1',
  },
  small: {
    list: 'grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-4',
    link: 'text-sm',
  },
}

interface MenuGroupProps {
  label: string
  entries: readonly MenuEntry[]
  look?: keyof typeof lookClasses
}

/** A group of menu entries with a small heading. Its name differs from that of the same links on the page behind. */
export const MenuGroup = ({ label, entries, look = 'rows' }: MenuGroupProps) =>
  entries.length > 0 && (
    <nav aria-label={`${label}(メニュー)`}>
      <p className="text-xs text-muted">{label}</p>
      <ul className={lookClasses[look].list}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              className={`flex min-h-tap flex-wrap items-center justify-between gap-x-2 hover:underline ${lookClasses[look].link}`}
            >
              <span>{entry.label}</span>
              {entry.hasPaymentError && (
                <span className="flex items-center gap-1 text-sm text-danger">
                  <Icon name="alert" size={16} />
                  お支払いを確認してください
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
