import { wrapInQuoteMarks } from '@kushi/values/price'
import { seo } from '../../seo.ts'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/product-list.ts'
import { loadProducts, type ProductsData } from './load-products.server.ts'
import { Products } from './products.tsx'
import { productsPath } from './products-query.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => loadProducts(context, url)

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { query } = loaderData
  const { worry, category } = selectedFilters(loaderData)
  const tags = seo(matches, {
    title: worry?.title ?? (category ? `${category.category_name}の商品一覧` : '商品一覧'),
    description: worry?.lead || '椿油と櫛、髪と肌のための品々。一度ずつのお買いものにも、定期便にも。',
    path: productsPath({ ...query, keyword: '' }),
  })
  // Search results must not be indexed.
  return query.keyword ? [...tags, { name: 'robots', content: 'noindex' }] : tags
}

/** The category or worry of the list. */
const selectedFilters = ({ query, categories, worries }: ProductsData) => ({
  category: categories.find(({ slug }) => slug === query.category),
  worry: worries.find(({ slug }) => slug === query.worry),
})

/** 商品一覧 */
export default function ProductList({ loaderData }: Route.ComponentProps) {
  const { keyword } = loaderData.query
  const { worry, category } = selectedFilters(loaderData)
  return (
    <Page>
      <PageHeading lead={!keyword && worry?.lead}>
        {keyword ? `${wrapInQuoteMarks(keyword)}の商品` : (worry?.title ?? category?.category_name ?? '商品一覧')}
      </PageHeading>
      <h2 className="sr-only">商品</h2>
      <Products {...loaderData} />
    </Page>
  )
}
