import type { RouterContextProvider } from 'react-router'
import { loadOrThrow } from '../../load-or-throw.ts'
import { recommendationOf } from '../../parts/recommended-goods.tsx'
import { apiContext } from '../../server-context.ts'
import { settle } from '../../settle.ts'
import { listRequest, PER_PAGE, readProductsQuery } from './products-query.ts'

/** Loads the page of the list that the URL requests. */
export async function loadProducts(context: Readonly<RouterContextProvider>, url: URL) {
  const query = readProductsQuery(url.searchParams)
  const api = context.get(apiContext)
  const answer = api('GET /v1/product', { query: listRequest(query) })
  const { items, total, categories, worries, is_approximate } = await loadOrThrow(answer)
  // An empty list offers others. It is complete without them.
  const others = items.length === 0 ? await settle(api('GET /v1/product', { query: {} })) : null
  return {
    items,
    total,
    categories,
    worries,
    is_approximate,
    query,
    pages: Math.max(1, Math.ceil(total / PER_PAGE)),
    offered: recommendationOf(others?.data?.items ?? []),
  }
}

export type ProductsData = Awaited<ReturnType<typeof loadProducts>>
