import type { ProductSummary } from '@kushi/contract/product'
import type { Article } from '@kushi/contract/story'
import { formatSlashedDate } from '@kushi/values/date-format'
import { loadOrThrow } from '../../load-or-throw.ts'
import { useOwnPricesOfList } from '../../parts/own-prices.ts'
import { RecommendedGoods, recommendationOf } from '../../parts/recommended-goods.tsx'
import { absoluteUrl, breadcrumbs, seo, shellData } from '../../seo.ts'
import { apiContext } from '../../server-context.ts'
import { settle } from '../../settle.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ownPictures, Picture, pictureFile } from '../../ui/picture.tsx'
import { Phrases, RichText } from '../../ui/rich-text.tsx'
import type { Route } from './+types/article.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [article, goods] = await Promise.all([
    loadOrThrow(api('GET /v1/article/{slug}', { params: { slug: params.slug } })),
    // The article can be read without them.
    settle(api('GET /v1/product', { query: {} })),
  ])
  return { article, goods: offeredBeside(article, goods.data?.items ?? []) }
}

/** The goods that the text links to come first. */
function offeredBeside({ html }: Article, goods: readonly ProductSummary[]) {
  const linked = new Set(Array.from(html.matchAll(/\/products\/detail\/(\d+)/g), ([, id]) => Number(id)))
  return recommendationOf([...goods].sort((a, b) => Number(linked.has(b.id)) - Number(linked.has(a.id))))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { article } = loaderData
  const path = `/journal/${article.slug}`
  const { title, lead, image_path } = article
  const base = `${shellData(matches)?.public_url ?? ''}/sh`
  return [
    ...seo(matches, { title, description: lead, path, ...(image_path && { image: image_path }) }),
    { 'script:ld+json': articleJsonLd(article, matches) },
    {
      'script:ld+json': breadcrumbs([
        { name: '読みもの', item: `${base}/journal` },
        { name: title, item: base + path },
      ]),
    },
  ]
}

/** schema.org Article, for search engines. */
function articleJsonLd(article: Article, matches: Parameters<typeof shellData>[0]) {
  const shell = shellData(matches)
  const base = shell?.public_url ?? ''
  const publisher = { '@type': 'Organization', name: shell?.shop?.shop_name ?? '' }
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: article.title,
    description: article.lead,
    datePublished: article.published_on,
    author: publisher,
    publisher,
    mainEntityOfPage: `${base}/sh/journal/${article.slug}`,
    ...(article.image_path && {
      image: absoluteUrl(base, pictureFile(shell?.client.image_api ?? ownPictures, article.image_path)),
    }),
  }
}

/** 読みもの: one article. */
export default function ArticlePage({ loaderData: { article, goods: shown } }: Route.ComponentProps) {
  const goods = offeredBeside(article, useOwnPricesOfList(shown, {}))
  return (
    <article>
      <div className="mx-auto max-w-page px-4 max-md:hidden md:px-6">
        <Breadcrumb crumbs={[{ label: '読みもの', to: '/journal' }, { label: article.title }]} />
      </div>
      <header className="mx-auto grid max-w-page items-center gap-x-16 md:grid-cols-2 md:px-6">
        {article.image_path && (
          <Picture
            path={article.image_path}
            alt={article.image_alt}
            sizes="(min-width: 1120px) 520px, (min-width: 768px) 46vw, 82vw"
            position="first"
            isSquareOnPhone
          />
        )}
        <div className="grid gap-4 px-4 py-10 md:px-0">
          <time dateTime={article.published_on} className="numeric text-sm text-muted">
            {formatSlashedDate(article.published_on)}
          </time>
          <h1 tabIndex={-1} className="text-2xl md:text-4xl">
            <Phrases>{article.title}</Phrases>
          </h1>
          <p className="text-muted">{article.lead}</p>
        </div>
      </header>
      <div className="mx-auto grid max-w-text gap-16 px-4 md:px-6 md:pt-8">
        <RichText html={article.html} />
        <p>
          <ButtonLink to="/journal" look="secondary">
            読みものをすべて見る
          </ButtonLink>
        </p>
      </div>
      <div className="mt-16 bg-sand py-8 md:mt-24 md:py-16">
        <div className="mx-auto max-w-page px-4 pb-8 md:px-6">
          <RecommendedGoods goods={goods} />
        </div>
      </div>
    </article>
  )
}
