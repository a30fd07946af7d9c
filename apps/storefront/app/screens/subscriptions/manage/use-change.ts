import { ApiError } from '@kushi/contract/client'
import type { Subscription, SubscriptionDetail } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { checkErrorPayment } from '../../../state/auth.ts'
import type { Outcome } from './outcome.ts'

/** A subscription that is managed on this screen. */
export interface Managed {
  subscription: Subscription
  /** It is shown as it stands now, with what has to be said about it. */
  onShow: (after: SubscriptionDetail, outcome: Outcome | null) => void
}

/** One change at a time, and what stood in its way. */
export function useChange({ subscription, onShow }: Managed) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)

  async function run(
    call: () => Promise<SubscriptionDetail>,
    tell: (after: SubscriptionDetail) => Outcome | null,
  ): Promise<boolean> {
    if (isPending) return false
    setPending(true)
    try {
      const after = await call()
      setRefusal(null)
      onShow(after, tell(after))
      noteInMenu(subscription, after)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The session ended: the login screen is on its way.
      if (error.status !== 401) setRefusal(error)
      return false
    } finally {
      setPending(false)
    }
  }

  return {
    isPending,
    refusal,
    run,
    /** Shows what stands now, after another device was first. What was chosen or typed here stays. */
    reload: () =>
      run(
        () => quietApi('GET /v1/order/subscription/detail/{id}', { params: { id: subscription.id } }),
        () => null,
      ),
    forget: () => setRefusal(null),
  }
}
export type Change = ReturnType<typeof useChange>

/** The red note beside 定期便一覧 comes and goes with the error. */
function noteInMenu(before: Subscription, after: Subscription): void {
  const wasOrIs = [before, after].some((one) => one.summary_status === SUBSCRIPTION_STATUS.settlement_error)
  if (wasOrIs) void checkErrorPayment(quietApi).catch(() => {})
}
