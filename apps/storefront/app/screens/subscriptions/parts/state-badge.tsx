import type { Subscription } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { Badge } from '../../../ui/badge.tsx'

const { normal, pause, cancel } = SUBSCRIPTION_STATUS

/** 状態, in a word. */
export function StateBadge({
  subscription: { summary_status, summary_status_name, lock },
}: {
  subscription: Subscription
}) {
  if (summary_status === normal && lock === 'arranged') return <Badge tone="leaf">お届け手配済み</Badge>
  const isQuiet = summary_status === pause || summary_status === cancel
  return <Badge tone={summary_status === normal ? 'leaf' : isQuiet ? 'plain' : 'danger'}>{summary_status_name}</Badge>
}
