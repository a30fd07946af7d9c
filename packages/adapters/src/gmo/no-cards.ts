import type { CardPort } from '@kushi/shop/payment/card-port'
import { PaymentUnavailable } from '@kushi/shop/payment/payment-port'

const absent = () => Promise.reject(new PaymentUnavailable('No account for cards is configured'))

/**
 * For a shop without card payment. Its calls throw, so that cards saved at an earlier account do not count as deleted.
 */
export const noCards: CardPort = {
  enterCheck: absent,
  executeCheck: absent,
  finishCheck: absent,
  cardOfTrade: absent,
  saveMember: absent,
  saveCardOfTrade: absent,
  listCards: absent,
  brandOf: absent,
  setDefaultCard: absent,
  deleteCard: absent,
}
