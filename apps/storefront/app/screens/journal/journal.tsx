import { loadOrThrow } from '../../load-or-throw.ts'
import { ArticleCard } from '../../parts/article-card.tsx'
import { breadcrumbs, seo, shellData } from '../../seo.ts'
import { apiContext } from '../../server-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Route } from './+types/journal.ts'

const PER_PAGE = 12
const toPage = (page: number) => (page > 1 ? `/journal?page=${page}` : '/journal')

export async function loader({ context, url }: Route.LoaderArgs) {
  const requestedPage = Number(url.searchParams.get('page') ?? 1)
  const page = Number.isInteger(requestedPage) && requestedPage > 0 && requestedPage <= 10_000 ? requestedPage : 1
  return loadOrThrow(context.get(apiContext)('GET /v1/article', { query: { page, per_page: PER_PAGE } }))
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...seo(matches, {
    title: '読みもの',
    description: '手入れのしかた、道具の選びかた、ものづくりの話。',
    path: toPage(loaderData?.page ?? 1),
  }),
  {
    'script:ld+json': breadcrumbs([{ name: '読みもの', item: `${shellData(matches)?.public_url ?? ''}/sh/journal` }]),
  },
]

/** 読みもの */
export default function JournalList({ loaderData: { items, total, page } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeading lead="手入れのしかた、道具の選びかた、ものづくりの話。">読みもの</PageHeading>
      {items.length === 0 ? (
        <EmptyState title="読みものは、これからです" text="書き上がったものから、ここに並べていきます。">
          <ButtonLink to="/products" look="secondary">
            商品を見る
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">新しい順</h2>
          <ul className="grid gap-x-6 gap-y-12 md:grid-cols-3">
            {items.map((article, index) => (
              <li key={article.slug} className="first:col-span-full">
                <ArticleCard article={article} position={index === 0 ? 'first' : 'later'} isLead={index === 0} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="pt-12">
        <Pagination page={page} pages={Math.max(1, Math.ceil(total / PER_PAGE))} toPage={toPage} />
      </div>
    </Page>
  )
}
