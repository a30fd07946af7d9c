import type { NamedDiscount } from './promotion.ts'
import { sum } from './sum.ts'
import { formatYen, type Yen } from './yen.ts'

/**
 * 金額: the amounts of one delivery from goods to total, in the order in which they are shown. Prices, documents, books,
 * reports, mails and screens follow this list; the total is their sum. `label` is the name for operators and customers;
 * `sign` is 1 if the amount raises the total, -1 if it lowers it.
 */
export const ORDER_AMOUNTS = {
  subtotal: { label: '商品合計', sign: 1 },
  discount_amount: { label: '割引', sign: -1 },
  delivery_fee: { label: '送料', sign: 1, is_fee: true },
  cool_fee: { label: 'クール代', sign: 1, is_fee: true },
  gift_fee: { label: 'ギフト包装', sign: 1, is_fee: true },
  payment_fee: { label: '手数料', sign: 1, is_fee: true },
  adjustment_amount: { label: '調整額', sign: 1 },
} as const
export type OrderAmount = keyof typeof ORDER_AMOUNTS
export type OrderAmounts = Record<OrderAmount, Yen>

export const ORDER_AMOUNT_NAMES = Object.keys(ORDER_AMOUNTS) as OrderAmount[]

/**
 * The name of a fee. A fee is taxed separately from the goods, can be refunded by itself, and is booked under its own
 * name.
 */
export type OrderFee = {
  [K in OrderAmount]: (typeof ORDER_AMOUNTS)[K] extends { is_fee: true } ? K : never
}[OrderAmount]
export const ORDER_FEES = ORDER_AMOUNT_NAMES.filter((name): name is OrderFee => 'is_fee' in ORDER_AMOUNTS[name])

/** Delivery and fees are services, taxed at the standard rate. */
export const FEE_TAX_RATE = 10

/** Builds a record with one value for each fee of an order. */
export const mapOrderFees = <T>(make: (name: OrderFee) => T): Record<OrderFee, T> =>
  Object.fromEntries(ORDER_FEES.map((name) => [name, make(name)])) as Record<OrderFee, T>

export const FEE_NAME = mapOrderFees((name) => ORDER_AMOUNTS[name].label)

/** Builds a record with one value for each amount of an order. */
export const mapOrderAmounts = <T>(make: (name: OrderAmount) => T): Record<OrderAmount, T> =>
  Object.fromEntries(ORDER_AMOUNT_NAMES.map((name) => [name, make(name)])) as Record<OrderAmount, T>

interface AmountLine {
  name: OrderAmount
  label: string
  amount: Yen
}

/**
 * Returns one line for each amount, with its sign. If the parts of the discount are given, each part has a line of its
 * own.
 */
export const orderAmountLines = ({
  discounts,
  ...amounts
}: OrderAmounts & { discounts?: readonly NamedDiscount[] }): AmountLine[] =>
  ORDER_AMOUNT_NAMES.flatMap((name): AmountLine[] => {
    const { label, sign } = ORDER_AMOUNTS[name]
    if (name === 'discount_amount' && discounts)
      return discounts.map((part) => ({ name, label: part.name, amount: -part.amount }))
    return [{ name, label, amount: amounts[name] === 0 ? 0 : sign * amounts[name] }]
  })

/** Returns the total of an order in yen: the sum of its amounts with their signs. */
export const sumOrderAmounts = (amounts: OrderAmounts): Yen =>
  ORDER_AMOUNT_NAMES.reduce((total, name) => total + ORDER_AMOUNTS[name].sign * amounts[name], 0)

/** The fees of delivery in words, such as 「送料 660円、クール代 330円」; クール代 only where there is some. */
export const deliveryFeesText = (amounts: Record<'delivery_fee' | 'cool_fee', Yen>): string =>
  (['delivery_fee', 'cool_fee'] as const)
    .filter((name) => name === 'delivery_fee' || amounts[name] !== 0)
    .map((name) => `${FEE_NAME[name]} ${formatYen(amounts[name])}`)
    .join('、')

/** Returns the sum of an order's fees (送料・手数料) in yen. They are taxed separately from the goods. */
export const sumOrderFees = (amounts: Record<OrderFee, Yen>): Yen => sum(ORDER_FEES.map((name) => amounts[name]))
