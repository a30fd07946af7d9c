import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'

/** `summary_status` of a row; 0: its first order is not paid, and it is not visible. */
export type SubscriptionStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** 定期便に起こること. */
export type SubscriptionAction =
  /** The first order is received (受注). */
  | 'begin'
  /** A delivery is ordered and paid. */
  | 'arrange'
  | 'fail_payment'
  | 'fail_stock'
  | 'fail_other'
  /** The customer received the goods: on to the next cycle. */
  | 'receive'
  | 'pause'
  | 'reopen'
  | 'cancel'
  /** The last delivery of a yearly payment was received. */
  | 'finish'
  /**
   * The shop ends it, including prepaid deliveries: its first order was cancelled or returned, or an operator decided
   * it.
   */
  | 'end'

const { normal, settlement_error, out_of_stock, other_error, pause, cancel } = SUBSCRIPTION_STATUS

const going: Partial<Record<SubscriptionAction, SubscriptionStatus>> = {
  arrange: normal,
  fail_payment: settlement_error,
  fail_stock: out_of_stock,
  fail_other: other_error,
  receive: normal,
  pause,
  cancel,
  finish: cancel,
  end: cancel,
}

/** The transitions. docs/subscriptions.md shows this table, and a test compares the two. */
export const subscriptionTransitions: Record<
  SubscriptionStatus,
  Partial<Record<SubscriptionAction, SubscriptionStatus>>
> = {
  0: { begin: normal },
  [normal]: going,
  [settlement_error]: going,
  [out_of_stock]: going,
  [other_error]: going,
  [pause]: { reopen: normal, cancel, end: cancel },
  // 年払い: prepaid deliveries still come; a failure is stored beside the status.
  [cancel]: {
    arrange: cancel,
    fail_payment: cancel,
    fail_stock: cancel,
    fail_other: cancel,
    receive: cancel,
    end: cancel,
  },
}

/** Returns the status after an action; null: the action is not possible in that status. */
export const statusAfterAction = (from: number, action: SubscriptionAction): SubscriptionStatus | null =>
  subscriptionTransitions[from as SubscriptionStatus]?.[action] ?? null
