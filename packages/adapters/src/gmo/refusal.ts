import type { CardRefusal } from '@kushi/shop/payment/payment-port'

/** ErrInfo → what the customer can do; null: not the customer's problem (system fault, our error). */
export function refusalOf(info: string): CardRefusal | null {
  if (/^EX1/.test(info) || /^E01(17|18)0/.test(info) || /^42G(65|83|44|45)0/.test(info)) return 'reenter'
  if (/^42G(02|03|04|05|06|07|55)0/.test(info)) return 'limit'
  if (/^E21/.test(info)) return 'authentication'
  if (info === 'E01230009') return 'too_many'
  if (/^42G/.test(info) || /^E61/.test(info) || info === 'E11010099' || info === 'E01240002') return 'unusable'
  return null
}
