import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'

interface Row {
  summary_status: number
  final_cycle: number | null
}

/** このお届けを最後に解約する: the contract still runs, and ends with the delivery that is arranged. */
export const endsAfterArrangedDelivery = ({ summary_status, final_cycle }: Row): boolean =>
  final_cycle !== null && summary_status !== SUBSCRIPTION_STATUS.cancel

/** Whether no delivery comes any more. A cancelled 年払い whose rest is still delivered ends after `final_cycle`. */
export const hasSubscriptionEnded = ({ summary_status, final_cycle }: Row): boolean =>
  final_cycle === null && summary_status === SUBSCRIPTION_STATUS.cancel
