import { ArticleCard } from '../../parts/article-card.tsx'
import { AnyLink } from '../../ui/any-link.tsx'
import { Band } from '../../ui/band.tsx'
import type { Block } from './load-home.server.ts'

/** The newest 読みもの. Without any it isn't there. */
export const Journal = ({ block: { title, text, articles, link_to, link_label } }: { block: Block }) =>
  articles.length > 0 && (
    <Band title={title} {...(text && { lead: text })} tone="sand">
      <ul className="grid gap-x-6 gap-y-12 md:grid-cols-3">
        {articles.map((article) => (
          <li key={article.slug}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
      <p className="justify-self-center">
        <AnyLink to={link_to} label={link_label} />
      </p>
    </Band>
  )
