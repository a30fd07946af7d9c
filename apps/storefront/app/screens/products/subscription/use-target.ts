import type { Subscription } from '@kushi/contract/subscription'
import { useSearchParams } from 'react-router'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'

/** The subscription that the address names; where it names none, all that go on. */
export function useTarget() {
  const id = useSearchParams()[0].get('subscription')
  return useAnswer(`target.${id}`, async (signal): Promise<Subscription[]> => {
    if (id) return [await quietApi('GET /v1/order/subscription/detail/{id}', { params: { id } }, { signal })]
    const query = { tab: 'active' as const, per_page: 50 }
    return (await quietApi('GET /v1/order/subscription/', { query }, { signal })).items
  })
}
