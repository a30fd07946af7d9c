import type { NamedDiscount } from './promotion.ts'
import type { Yen } from './yen.ts'

/**
 * 金額: the amounts of one delivery from goods to total, in the order in which they are shown. Prices, writers, changes,
 * bills, mails, exports and screens follow this list; the total is their sum. `label` is what operators and mails call
 * it, `sign` whether it raises the total or lowers it; a fee is taxed beside the goods.
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
export const feesOf = (amounts: OrderAmounts): Yen =>
  ORDER_AMOUNT_NAMES.reduce((total, name) => total + ('is_fee' in ORDER_AMOUNTS[name] ? amounts[name] : 0), 0)
