import type { CartLine } from '@kushi/contract/quote'
import type { CartEntry } from '../../state/cart-items.ts'

/** The items with the prices that the shop has just named; what it left out keeps the one it was put in with. */
export const withServersPrices = (items: readonly CartEntry[], priced: readonly CartLine[] = []): CartEntry[] =>
  items.map((item) => {
    const named = priced.find((one) => one.id === item.id && one.quantity === item.quantity)
    if (!named) return item
    const { price, following_price, subtotal, lump_sum_payment_flag, lump_sum_payment_num } = named
    return { ...item, price, following_price, subtotal, lump_sum_payment_flag, lump_sum_payment_num }
  })
