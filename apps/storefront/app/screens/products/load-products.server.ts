import type { RouterContextProvider } from 'react-router'
import { loadOrThrow } from '../../load-or-throw.ts'
import { apiContext } from '../../server-context.ts'
import { listRequest, PER_PAGE, readProductsQuery } from './products-query.ts'

/** Loads the page of the list that the URL requests. */
export async function loadProducts(context: Readonly<RouterContextProvider>, url: URL) {
  const query = readProductsQuery(url.searchParams)
  const answer = context.get(apiContext)('GET /v1/product', { query: listRequest(query) })
  const { items, total, categories, worries, is_approximate } = await loadOrThrow(answer)
  return { items, total, categories, worries, is_approximate, query, pages: Math.max(1, Math.ceil(total / PER_PAGE)) }
}

export type ProductsData = Awaited<ReturnType<typeof loadProducts>>
