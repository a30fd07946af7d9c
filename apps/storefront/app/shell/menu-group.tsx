import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import type { MenuEntry } from './menu-entries.ts'

/** Some entries of the menu under a small heading. */
export const MenuGroup = ({ label, entries }: { label: string; entries: readonly MenuEntry[] }) => (
  <nav aria-label={label}>
    <p className="text-xs text-muted">{label}</p>
    <ul className="divide-y divide-line border-b border-line">
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link
            to={entry.to}
            className="flex min-h-tap flex-wrap items-center justify-between gap-x-2 py-2 hover:underline"
          >
            {entry.label}
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
