import type { ArticleSummary } from '@kushi/contract/story'
import { formatSlashed } from '@kushi/values/date-format'
import { Link } from 'react-router'
import { Picture, type PictureProps } from '../ui/picture.tsx'
import { Phrases } from '../ui/rich-text.tsx'

interface ArticleCardProps {
  article: ArticleSummary
  position?: PictureProps['position']
}

/** 読みもの in a list. */
export const ArticleCard = ({ article, position = 'later' }: ArticleCardProps) => (
  <Link to={`/journal/${article.slug}`} className="group grid gap-4">
    {/* No alternative text: the title describes the article. */}
    <Picture
      path={article.image_path ?? ''}
      alt=""
      sizes="(min-width: 1120px) 350px, (min-width: 768px) 31vw, 82vw"
      position={position}
      isSquareOnPhone
    />
    <div className="grid content-start gap-2">
      <time dateTime={article.published_on} className="numeric text-xs text-muted">
        {formatSlashed(article.published_on)}
      </time>
      <h3 className="text-lg group-hover:underline">
        <Phrases>{article.title}</Phrases>
      </h3>
      <p className="phrases text-sm text-muted">{article.lead}</p>
    </div>
  </Link>
)
