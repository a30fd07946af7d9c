import type { CallArguments } from '@kushi/contract/client'
import type { Contract } from '@kushi/contract/contract'
import type { ProductSummary } from '@kushi/contract/product'
import { quietApi } from '../api.ts'
import { useCustomer } from '../state/session.ts'
import { useAnswer } from '../state/use-answer.ts'

/**
 * Cached pages have no data of the visitor. If a list has no prices, the browser of an approved member loads them. The
 * response also has the right order, because without prices the list can't be sorted by them.
 */
export function useOwnPricesOfList(
  items: readonly ProductSummary[],
  query: NonNullable<CallArguments<Contract['GET /v1/product']>['query']>,
): readonly ProductSummary[] {
  const member = useCustomer()?.id
  const hasUnpriced = items.some(({ price_min }) => price_min === null)
  const key = member === undefined || !hasUnpriced ? null : `${member} ${JSON.stringify(query)}`
  const { data, isLoading } = useAnswer(key, (signal) => quietApi('GET /v1/product', { query }, { signal }))
  return isLoading || !data ? items : data.items
}
