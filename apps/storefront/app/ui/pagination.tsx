import { Link } from 'react-router'
import { Icon } from './icon.tsx'

interface PaginationProps {
  page: number
  pages: number
  /** Returns the path of a page. */
  toPage: (page: number) => string
}

const step = 'inline-flex min-h-tap items-center gap-1 px-3 hover:underline'

/** Links to the previous and the next page. */
export function Pagination({ page, pages, toPage }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="ページ" className="flex items-center justify-center gap-4 text-sm">
      {page > 1 && (
        <Link to={toPage(page - 1)} rel="prev" className={step}>
          <Icon name="left" size={16} />
          前へ
        </Link>
      )}
      <span className="numeric text-muted">
        {page} / {pages}
      </span>
      {page < pages && (
        <Link to={toPage(page + 1)} rel="next" className={step}>
          次へ
          <Icon name="right" size={16} />
        </Link>
      )}
    </nav>
  )
}
