import type { NamedDiscount } from './promotion.ts'
import { sum } from './sum.ts'
import type { Yen } from './yen.ts'

/**
 * 金額: the amounts of one delivery from goods to total, in the order in which they are shown. Prices, writers, changes,
 * bills, documents, 赤伝, books, reports, mails, exports and screens follow this list; the total is their sum. `label` is
 * what operators and customers call it, `sign` whether it raises the total or lowers it.
 */
export const ORDER_AMOUNTS = {
  subtotal: { label: '商品合計', sign: 1 },
  discount_amount: { label: '割引', sign: -1 },
  delivery_fee: { label: '送料', sign: 1, is_fee: true },
  gift_fee: { label: 'ギフト包装', sign: 1, is_fee: true },
  payment_fee: { label: '手数料', sign: 1, is_fee: true },
  adjustment_amount: { label: '調整額', sign: 1 },
} as const
export type OrderAmount = keyof typeof ORDER_AMOUNTS
export type OrderAmounts = Record<OrderAmount, Yen>

export const ORDER_AMOUNT_NAMES = Object.keys(ORDER_AMOUNTS) as OrderAmount[]

/** A fee is taxed beside the goods, given back by itself, and booked under its own name. */
export type OrderFee = {
  [K in OrderAmount]: (typeof ORDER_AMOUNTS)[K] extends { is_fee: true } ? K : never
}[OrderAmount]
export const ORDER_FEES = ORDER_AMOUNT_NAMES.filter((name): name is OrderFee => 'is_fee' in ORDER_AMOUNTS[name])

/** Delivery and fees are services, taxed at the standard rate. */
export const FEE_TAX_RATE = 10

/** Something for each fee, by its name. */
export const eachFee = <T>(make: (name: OrderFee) => T): Record<OrderFee, T> =>
  Object.fromEntries(ORDER_FEES.map((name) => [name, make(name)])) as Record<OrderFee, T>

export const FEE_NAME = eachFee((name) => ORDER_AMOUNTS[name].label)

/** Something for each amount, by its name. */
export const eachAmount = <T>(make: (name: OrderAmount) => T): Record<OrderAmount, T> =>
  Object.fromEntries(ORDER_AMOUNT_NAMES.map((name) => [name, make(name)])) as Record<OrderAmount, T>

interface AmountLine {
  name: OrderAmount
  label: string
  amount: Yen
}

/** One line for each amount, with its sign; a discount whose parts are known has one for each of them. */
export const amountLines = ({
  discounts,
  ...amounts
}: OrderAmounts & { discounts?: readonly NamedDiscount[] }): AmountLine[] =>
  ORDER_AMOUNT_NAMES.flatMap((name): AmountLine[] => {
    const { label, sign } = ORDER_AMOUNTS[name]
    if (name === 'discount_amount' && discounts)
      return discounts.map((part) => ({ name, label: part.name, amount: -part.amount }))
    return [{ name, label, amount: amounts[name] === 0 ? 0 : sign * amounts[name] }]
  })

export const totalOf = (amounts: OrderAmounts): Yen =>
  ORDER_AMOUNT_NAMES.reduce((total, name) => total + ORDER_AMOUNTS[name].sign * amounts[name], 0)

/** 送料・手数料: what is taxed beside the goods. */
export const feesOf = (amounts: Record<OrderFee, Yen>): Yen => sum(ORDER_FEES.map((name) => amounts[name]))
