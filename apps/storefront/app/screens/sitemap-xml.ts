import { loadOrThrow } from '../load-or-throw.ts'
import { apiContext, publicUrlContext } from '../server-context.ts'
import type { Route } from './+types/sitemap-xml.ts'

const pages = [
  '/',
  '/products',
  ...['faq', 'company', 'defrayal', 'privacy', 'terms-of-use', 'customer_rank'].map((name) => `/contents/${name}.html`),
  '/sitemaps',
]

/** `sitemap.xml`, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await loadOrThrow(context.get(apiContext)('GET /v1/product', { query: { per_page: 100 } }))
  const base = `${context.get(publicUrlContext)}/sh`
  const paths = [...pages, ...items.map(({ id }) => `/products/detail/${id}`)]
  const urls = paths.map((path) => `  <url><loc>${base}${path}</loc></url>\n`).join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
