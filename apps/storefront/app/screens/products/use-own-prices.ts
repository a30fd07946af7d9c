import type { ProductDetail, ProductSummary } from '@kushi/contract/product'
import { quietApi } from '../../api.ts'
import { useCustomer } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { isPriced } from './priced.ts'
import { listRequest, type ProductsQuery } from './products-query.ts'

/** Cached pages have no data of the visitor. If a page has no prices, the browser of an approved member loads them. */
export function useOwnPrices(product: ProductDetail): ProductDetail {
  const member = useCustomer()?.id
  const key = member === undefined || isPriced(product) ? null : `${member} ${product.id}`
  const { data } = useAnswer(key, (signal) =>
    quietApi('GET /v1/product/detail/{id}', { params: { id: product.id } }, { signal }),
  )
  return data?.id === product.id ? data : product
}

/**
 * The same for a list. The response also has the right order, because without prices the list can't be sorted by them.
 */
export function useOwnPricesOfList(items: readonly ProductSummary[], query: ProductsQuery): readonly ProductSummary[] {
  const member = useCustomer()?.id
  const request = listRequest(query)
  const isWithout = items.some(({ price_min }) => price_min === null)
  const key = member === undefined || !isWithout ? null : `${member} ${JSON.stringify(request)}`
  const { data, isLoading } = useAnswer(key, (signal) => quietApi('GET /v1/product', { query: request }, { signal }))
  return isLoading || !data ? items : data.items
}
