import { Link } from 'react-router'

export interface Crumb {
  label: string
  to?: string
}

/** The breadcrumbs. The last one is the page itself. */
export const Breadcrumb = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label="現在の場所">
    <ol className="flex flex-wrap items-center text-xs text-muted">
      {crumbs.map((crumb, index) => (
        <li key={crumb.label} className="flex items-center">
          {index > 0 && (
            <span aria-hidden="true" className="px-2 text-brass">
              /
            </span>
          )}
          {crumb.to ? (
            <Link to={crumb.to} className="inline-flex min-h-tap items-center hover:underline">
              {crumb.label}
            </Link>
          ) : (
            <span aria-current="page">{crumb.label}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
