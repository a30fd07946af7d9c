import type { SubscriptionDetail } from '@kushi/contract/subscription'
import { useState } from 'react'
import { quietApi } from '../../api.ts'
import { type Answer, useAnswer } from '../../state/use-answer.ts'

export interface ShownSubscription extends Answer<SubscriptionDetail> {
  /** There is none of this id, or it is somebody else's. */
  isMissing: boolean
  /** What a change answered takes the place of what was loaded. */
  show: (subscription: SubscriptionDetail) => void
}

/** One subscription of the member as it stands: loaded, then as each change answers it. */
export function useSubscription(id: string): ShownSubscription {
  const [shown, show] = useState<SubscriptionDetail>()
  const answer = useAnswer(`subscription.${id}`, async (signal) => {
    const params = { id: Number(id) }
    const loaded = await quietApi('GET /v1/order/subscription/detail/{id}', { params }, { signal })
    show(loaded)
    return loaded
  })
  return {
    ...answer,
    data: shown?.id === Number(id) ? shown : undefined,
    isMissing: answer.error?.status === 404 || answer.error?.status === 422,
    show,
  }
}
