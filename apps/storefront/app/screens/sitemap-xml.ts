import { loadOrThrow } from '../load-or-throw.ts'
import { apiContext, publicUrlContext } from '../server-context.ts'
import type { Route } from './+types/sitemap-xml.ts'
import { accessibilityPage, hasAccessibilityPage } from './accessibility-page.ts'

const pages = [
  '/',
  '/products',
  '/journal',
  ...['faq', 'company', 'defrayal', 'privacy', 'terms-of-use', 'customer_rank'].map((name) => `/contents/${name}.html`),
  '/sitemaps',
]

/** `sitemap.xml`, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ items, categories, worries }, articles, hasPolicy] = await Promise.all([
    loadOrThrow(api('GET /v1/product', { query: { per_page: 100 } })),
    loadOrThrow(api('GET /v1/article', { query: { per_page: 100 } })),
    hasAccessibilityPage(api),
  ])
  const base = `${context.get(publicUrlContext)}/sh`
  const paths = [
    ...pages,
    ...(hasPolicy ? [accessibilityPage] : []),
    ...categories.map(({ slug }) => `/products?category=${slug}`),
    ...worries.map(({ slug }) => `/products?worry=${slug}`),
    ...items.map(({ id }) => `/products/detail/${id}`),
    ...articles.items.map(({ slug }) => `/journal/${slug}`),
  ]
  const urls = paths.map((path) => `  <url><loc>${base}${path}</loc></url>\n`).join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
