import type { ArticleSummary } from '@kushi/contract/story'
import { ArticleCard } from '../../parts/article-card.tsx'
import { Band } from '../../ui/band.tsx'
import { block } from '../block.ts'

/** The three newest 読みもの below the description of each product. Shows nothing if the shop has none. */
export const journalBlock = block<'product-below-description', ArticleSummary[]>({
  name: 'journal',
  slot: 'product-below-description',
  async load(api) {
    const { items } = await api('GET /v1/article', { query: { per_page: 3 } })
    return items.length > 0 ? items : null
  },
  Component: ({ data }) => (
    <Band title="手入れの読みもの">
      <ul className="grid gap-x-6 gap-y-12 md:grid-cols-3">
        {data.map((article) => (
          <li key={article.slug}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </Band>
  ),
})
