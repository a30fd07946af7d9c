import type { CardTrade } from '../card-port.ts'

/** What the provider's own record means for an attempt whose answer we may have missed. */
export type AfterSearch =
  /** Never heard of it: nothing happened, start from the beginning. */
  | 'start'
  /** Entered, not executed. */
  | 'execute'
  /** Waiting for the customer at the card company; no money moves before we ask for it. */
  | 'waiting'
  | 'authorised'
  | 'dead'

/** SearchTrade status → what to do. */
export function afterSearch(trade: CardTrade | null): AfterSearch {
  if (!trade) return 'start'
  switch (trade.status) {
    case 'UNPROCESSED':
      return 'execute'
    case 'AUTHENTICATED':
      return 'waiting'
    case 'AUTH':
    case 'SAUTH':
    case 'SALES':
    case 'CAPTURE':
      return 'authorised'
    default:
      return 'dead'
  }
}
