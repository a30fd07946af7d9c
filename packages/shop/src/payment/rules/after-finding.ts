import type { PaymentRefusal, PaymentTrade } from '../payment-port.ts'
import type { PaymentState } from './payment-state.ts'

/** What the provider's own record means for an attempt whose answer we may have missed. */
export type AfterFinding = 'settle' | 'hold' | 'finish' | 'give_up'

/**
 * Only a browser that is back is still asked money for: where nobody came back, or nothing was begun, the order is given
 * up.
 */
export function afterFinding(state: PaymentState, trade: Pick<PaymentTrade, 'state'> | null): AfterFinding {
  switch (trade?.state) {
    case 'authorised':
    case 'captured':
      return 'settle'
    case 'held':
      return 'hold'
    case 'waiting':
      return state === 'returned' ? 'finish' : 'give_up'
    default:
      return 'give_up'
  }
}

/** What was under examination and is not any more was refused by it. */
export const refusalAfter = (state: PaymentState, trade: Pick<PaymentTrade, 'state'> | null): PaymentRefusal =>
  state === 'held' && trade ? 'examination' : 'abandoned'
