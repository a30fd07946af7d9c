import type { CardPort } from '@kushi/shop/payment/card-port'
import { PaymentUnavailable } from '@kushi/shop/payment/payment-port'

const absent = () => Promise.reject(new PaymentUnavailable('No account for cards is configured'))

/** A shop without cards. What it may have kept at an account of former days is not said to be gone. */
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
