import { ArticleCard } from '../parts/article-card.tsx'
import { Band } from '../ui/band.tsx'
import { AnyLink } from '../ui/button.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** The newest 読みもの. Hidden without articles. */
export const Journal = ({ block: { title, text, articles, link_to, link_label } }: BlockProps<ShownBlock<'journal'>>) =>
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
