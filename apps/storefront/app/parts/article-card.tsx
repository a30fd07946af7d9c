import type { ArticleSummary } from '@kushi/contract/story'
import { formatSlashedDate } from '@kushi/values/date-format'
import { Link } from 'react-router'
import { cx } from '../ui/button.tsx'
import { Picture, type PictureProps } from '../ui/picture.tsx'
import { Phrases } from '../ui/rich-text.tsx'

interface ArticleCardProps {
  article: ArticleSummary
  position?: PictureProps['position']
  /** The newest: from tablets on over the full width, with its text beside the picture. */
  isLead?: boolean
}

/** 読みもの in a list. */
export const ArticleCard = ({ article, position = 'later', isLead = false }: ArticleCardProps) => (
  <Link
    to={`/journal/${article.slug}`}
    className={cx('group grid gap-4', isLead && 'items-center md:grid-cols-2 md:gap-12 lg:gap-16')}
  >
    {/* No alternative text: the title describes the article. */}
    <Picture
      path={article.image_path ?? ''}
      alt=""
      sizes={
        isLead
          ? '(min-width: 1120px) 520px, (min-width: 768px) 46vw, 82vw'
          : '(min-width: 1120px) 350px, (min-width: 768px) 31vw, 82vw'
      }
      position={position}
      isSquareOnPhone
    />
    <div className="grid content-start gap-2">
      <time dateTime={article.published_on} className="numeric text-xs text-muted">
        {formatSlashedDate(article.published_on)}
      </time>
      <h3 className={cx('text-lg group-hover:underline', isLead && 'md:text-2xl')}>
        <Phrases>{article.title}</Phrases>
      </h3>
      <p className={cx('text-sm text-muted', isLead && 'md:text-base')}>{article.lead}</p>
    </div>
  </Link>
)
