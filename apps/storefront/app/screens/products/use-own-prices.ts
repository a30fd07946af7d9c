import type { ProductDetail, ProductSummary } from '@kushi/contract/product'
import { quietApi } from '../../api.ts'
import { useCustomer } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { isPriced } from './priced.ts'
import { listRequest, type ProductsQuery } from './products-query.ts'

/** Pages hold nothing of the visitor: where they come without prices, an approved member's browser asks for them. */
export function useOwnPrices(product: ProductDetail): ProductDetail {
  const member = useCustomer()?.id
  const key = member === undefined || isPriced(product) ? null : `${member} ${product.id}`
  const { data } = useAnswer(key, (signal) =>
    quietApi('GET /v1/product/detail/{id}', { params: { id: product.id } }, { signal }),
  )
  return data?.id === product.id ? data : product
}

/** The same for a list, which without prices is not in their order either. */
export function useOwnPricesOfList(items: readonly ProductSummary[], query: ProductsQuery): readonly ProductSummary[] {
  const member = useCustomer()?.id
  const request = listRequest(query)
  const isWithout = items.some(({ price_min }) => price_min === null)
  const key = member === undefined || !isWithout ? null : `${member} ${JSON.stringify(request)}`
  const { data, isLoading } = useAnswer(key, (signal) => quietApi('GET /v1/product', { query: request }, { signal }))
  return isLoading || !data ? items : data.items
}
