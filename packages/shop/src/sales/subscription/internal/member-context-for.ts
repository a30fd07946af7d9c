import { canSeePersonalData, type OperatorQueryContext } from '../../../foundation/admin/index.ts'
import type { SubscriptionRow } from './load-subscription.ts'

/** The context for the member's own handlers, called by the operator: only what this member may change. */
export const memberContextFor = <C extends OperatorQueryContext>(
  ctx: C,
  { customer_id }: SubscriptionRow,
  notify: boolean,
) => ({
  ...ctx,
  customer_id,
  token_hash: null,
  is_quiet: !notify,
  hides_people: !canSeePersonalData(ctx),
})
