import type { Context } from '../../../context.ts'
import { type ChargeResult, chargeDelivery } from './charge-delivery.ts'
import { type ArrangementResult, writeDelivery } from './write-delivery.ts'

interface Arranging {
  charge?: (number: string) => Promise<ChargeResult>
  is_unpaid_allowed?: boolean
}

/**
 * 発送手配: writes the order of a subscription's next delivery if it is due, in one transaction, and then charges it. If
 * the payment is refused, it charges お支払いできないときに使う方法 at once, if the member set one. `is_unpaid_allowed`: an operator
 * delivers although the year's payment is incomplete. If the process is killed, the delivery is either not begun or
 * found by the next run (`listOpenCharges`).
 */
export async function createRenewalOrder(ctx: Context, id: number, how: Arranging = {}): Promise<ArrangementResult> {
  const first = await tryOnce(ctx, id, how)
  const second = first.result === 'failed' ? await tryOnce(ctx, id, how) : first
  return second.result === 'passed' ? first : second
}

async function tryOnce(
  ctx: Context,
  id: number,
  { charge = (number) => chargeDelivery(ctx, number), is_unpaid_allowed = false }: Arranging,
): Promise<ArrangementResult> {
  const written = await writeDelivery(ctx, id, is_unpaid_allowed)
  const outcome = written.result === 'to_charge' ? await charge(written.provider_order_id!) : written.result
  return { ...written, result: outcome === 'unanswered' ? 'open' : outcome }
}
