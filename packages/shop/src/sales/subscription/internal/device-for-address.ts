import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import type { MemberQueryContext } from '../../../context.ts'
import { isSameAddress } from '../../../people/customer/index.ts'
import { requireConfirmedDevice } from '../../../people/session/index.ts'
import type { SubscriptionRow } from './load-subscription.ts'

/** 端末の確認 before goods that a stored card pays for go to another address. @throws ShopError 403 */
export async function requireDeviceForAddress(
  ctx: MemberQueryContext,
  row: SubscriptionRow,
  update: SubscriptionUpdate | undefined,
): Promise<void> {
  const to = update?.shipping_address
  if (to && !isSameAddress(row, to)) await requireConfirmedDevice(ctx)
}
