import type { LandingPage } from '@kushi/contract/landing-page'
import type { RouterContextProvider } from 'react-router'
import { loadBlocks } from '../../../blocks/load-blocks.server.ts'
import { loadOrThrow } from '../../../load-or-throw.ts'
import { apiContext } from '../../../server-context.ts'

export async function loadLandingPage(
  context: Readonly<RouterContextProvider>,
  slug: string,
  searchParams: URLSearchParams,
) {
  const api = context.get(apiContext)
  const [preview, variant] = [searchParams.get('preview'), searchParams.get('variant')]
  const query = preview ? { preview, ...(variant && { variant }) } : {}
  const page = await loadOrThrow(api('GET /v1/landing-page/{slug}', { params: { slug }, query }))
  const [blocks, quote] = await Promise.all([
    loadBlocks(context, page.blocks),
    // Prices that only members see, or goods that are gone: the block says so.
    page.leads_to === null ? api('GET /v1/product/sku/list', { query: skuListQuery(page) }).catch(() => null) : null,
  ])
  return { page, blocks, quote }
}

const skuListQuery = ({ slug, items, cart_type }: LandingPage) => ({
  product_sku_ids: items.map(({ product_sku_id, quantity }) => `${product_sku_id}:${quantity}`),
  is_subscription: cart_type === 1,
  landing_slug: slug,
})
