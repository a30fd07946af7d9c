import { seo } from '../../seo.ts'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/product-list.ts'
import { loadProducts } from './load-products.server.ts'
import { Products } from './products.tsx'
import { productsPath } from './products-query.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => loadProducts(context, url)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { query, categories } = loaderData
  const category = categories.find(({ slug }) => slug === query.category)?.category_name
  const tags = seo(matches, {
    title: category ? `${category}の商品一覧` : '商品一覧',
    description: '椿油と櫛、髪と肌のための品々。一度ずつのお買いものにも、定期便にも。',
    path: productsPath({ ...query, keyword: '' }),
  })
  // A search's results are no page of their own.
  return query.keyword ? [...tags, { name: 'robots', content: 'noindex' }] : tags
}

/** 商品一覧 */
export default function ProductList({ loaderData }: Route.ComponentProps) {
  const { query, categories } = loaderData
  const category = categories.find(({ slug }) => slug === query.category)
  return (
    <Page>
      <PageHeading>
        {query.keyword ? `「${query.keyword}」の商品` : (category?.category_name ?? '商品一覧')}
      </PageHeading>
      <h2 className="sr-only">商品</h2>
      <Products {...loaderData} />
    </Page>
  )
}
