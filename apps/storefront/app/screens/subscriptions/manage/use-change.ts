import { ApiError } from '@kushi/contract/client'
import type { Subscription, SubscriptionDetail } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { checkErrorPayment } from '../../../state/auth.ts'

/** The message after a change. */
export interface Outcome {
  tone: 'leaf' | 'warning' | 'danger'
  text: string
}

export const doneOutcome = (text: string): Outcome => ({ tone: 'leaf', text })

/** A subscription that is managed on this screen. */
export interface ManagedSubscription {
  subscription: Subscription
  /** Shows the new state of the subscription with a message. */
  onShow: (after: SubscriptionDetail, outcome: Outcome | null) => void
}

/** Runs one change at a time, and keeps its error. */
export function useChange({ subscription, onShow }: ManagedSubscription) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)

  async function run(
    call: () => Promise<SubscriptionDetail>,
    outcomeOf: (after: SubscriptionDetail) => Outcome | null,
  ): Promise<boolean> {
    if (isPending) return false
    setPending(true)
    try {
      const after = await call()
      setRefusal(null)
      onShow(after, outcomeOf(after))
      updateMenuWarning(subscription, after)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The session ended: the login screen is already loading.
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
    /** Reloads the subscription after a change by another device. Choices and input here are kept. */
    reload: () =>
      run(
        () => quietApi('GET /v1/order/subscription/detail/{id}', { params: { id: subscription.id } }),
        () => null,
      ),
    forget: () => setRefusal(null),
  }
}
export type Change = ReturnType<typeof useChange>

/** Updates the red note beside 定期便一覧 if a payment error starts or ends. */
function updateMenuWarning(before: Subscription, after: Subscription): void {
  const isPaymentErrorInvolved = [before, after].some(
    (one) => one.summary_status === SUBSCRIPTION_STATUS.settlement_error,
  )
  if (isPaymentErrorInvolved) void checkErrorPayment(quietApi).catch(() => {})
}

/** The actions on a subscription that have their own dialog. */
export type SubscriptionAction = 'skip' | 'payment' | 'card' | 'second_way' | 'pause' | 'cancel' | 'reopen'
