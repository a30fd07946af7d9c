import type { ProductDetail } from '@kushi/contract/product'
import { quietApi } from '../../api.ts'
import { useCustomer } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { isPriced } from './priced.ts'

/** Cached pages have no data of the visitor. If a page has no prices, the browser of an approved member loads them. */
export function useOwnPrices(product: ProductDetail): ProductDetail {
  const member = useCustomer()?.id
  const key = member === undefined || isPriced(product) ? null : `${member} ${product.id}`
  const { data } = useAnswer(key, (signal) =>
    quietApi('GET /v1/product/detail/{id}', { params: { id: product.id } }, { signal }),
  )
  return data?.id === product.id ? data : product
}
