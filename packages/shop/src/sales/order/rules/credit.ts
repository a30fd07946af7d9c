import { FEE_TAX_RATE, mapOrderFees, ORDER_FEES, type OrderFee, sumOrderFees } from '@kushi/values/order-amounts'
import type { CreditNoteItemKind } from '@kushi/values/order-credit'
import { type TaxRate, taxIncludedIn } from '@kushi/values/price'
import { shareByLargestRemainder } from '@kushi/values/share'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'

interface SoldItem {
  id: number
  quantity: number
  subtotal: Yen
  discount_amount: Yen
  tax_rate: number
  /** 年払い: the price pays for `lump_sum_payment_num` deliveries, of which only one is in the order. */
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

interface CreditedOrder extends Record<OrderFee, Yen> {
  tax_lines: readonly { tax_rate: number; total: Yen }[]
}

/** A line of an 赤伝. */
export interface CreditNoteItem {
  kind: CreditNoteItemKind
  /** Of goods. */
  order_item_id: number | null
  quantity: number | null
  amount: Yen
  tax_rate: number
  restocked: boolean
}

/** The part of a sale that its 赤伝 (credit notes) left: pieces, fees and amounts in yen. */
export interface RemainingSale extends Record<OrderFee, Yen> {
  items: { order_item_id: number; tax_rate: number; pieces: number; amount: Yen }[]
  /** The amount paid and not credited, for each tax rate. */
  rates: { tax_rate: number; amount: Yen }[]
  amount: Yen
}

/**
 * The amount paid for each item, with its share of discounts and of an adjustment (調整額) at its tax rate. So the items
 * and fees of a rate add up to the amount paid at that rate.
 */
function paidItems(order: CreditedOrder, items: readonly SoldItem[]): Map<number, Yen> {
  const paid = new Map(items.map((item) => [item.id, item.subtotal - item.discount_amount]))
  for (const { tax_rate, total } of order.tax_lines) {
    const own = items.filter((item) => item.tax_rate === tax_rate)
    const fees = tax_rate === FEE_TAX_RATE ? sumOrderFees(order) : 0
    const goods = own.map(({ id }) => paid.get(id)!)
    const adjusted = shareByLargestRemainder(total - fees - sum(goods), own.length > 0 ? goods : [1])
    for (const [n, { id }] of own.entries()) paid.set(id, Math.max(0, goods[n]! + adjusted[n]!))
  }
  return paid
}

/**
 * The price (yen) of `pieces` of an item of which `before` pieces were credited already. The prices of all pieces add
 * up to exactly the amount paid.
 */
function priceOf(item: SoldItem, paid: Yen, before: number, pieces: number): Yen {
  const of = item.quantity * (item.lump_sum_payment_flag ? (item.lump_sum_payment_num ?? 1) : 1)
  return Math.floor((paid * (before + pieces)) / of) - Math.floor((paid * before) / of)
}

/** Calculates what remains of an order after its 赤伝. `credited`: the lines of all its 赤伝. */
export function remainingSaleOf(
  order: CreditedOrder,
  items: readonly SoldItem[],
  credited: readonly CreditNoteItem[],
): RemainingSale {
  const paid = paidItems(order, items)
  const gone = (kind: CreditNoteItemKind) =>
    sum(credited.filter((line) => line.kind === kind).map(({ amount }) => amount))
  const rates = order.tax_lines.map(({ tax_rate, total }) => ({
    tax_rate,
    amount: total - sum(credited.filter((line) => line.tax_rate === tax_rate).map(({ amount }) => amount)),
  }))
  const left = (tax_rate: number) => Math.max(0, rates.find((rate) => rate.tax_rate === tax_rate)?.amount ?? 0)
  return {
    items: items.map((item) => {
      const { id, quantity, tax_rate } = item
      const before = sum(credited.filter((line) => line.order_item_id === id).map((line) => line.quantity ?? 0))
      const pieces = quantity - before
      return {
        order_item_id: id,
        tax_rate,
        pieces,
        amount: Math.min(priceOf(item, paid.get(id)!, before, pieces), left(tax_rate)),
      }
    }),
    ...mapOrderFees((name) => Math.min(order[name] - gone(name), left(FEE_TAX_RATE))),
    rates,
    amount: sum(rates.map(({ amount }) => amount)),
  }
}

/**
 * The pieces and fees to credit. A fee is true for all that remains of it, or a number of yen. `restock`: the pieces
 * return to stock.
 */
export interface ReturnedGoodsAndFees extends Partial<Record<OrderFee, boolean | Yen>> {
  items: readonly { order_item_id: number; quantity: number; restock?: boolean | undefined }[]
}

/**
 * Returns the lines of an 赤伝 for these pieces and fees, each at the price paid. No tax rate is credited more than
 * remains of it. `credited`: the lines of earlier 赤伝. The caller has checked the pieces.
 */
export function creditItemsOf(
  order: CreditedOrder,
  items: readonly SoldItem[],
  credited: readonly CreditNoteItem[],
  { items: taken, ...fees }: ReturnedGoodsAndFees,
): CreditNoteItem[] {
  const paid = paidItems(order, items)
  const rest = remainingSaleOf(order, items, credited)
  const left = new Map(rest.rates.map(({ tax_rate, amount }) => [tax_rate, Math.max(0, amount)]))
  const limited = (line: CreditNoteItem): CreditNoteItem[] => {
    const amount = Math.min(line.amount, left.get(line.tax_rate) ?? 0)
    left.set(line.tax_rate, (left.get(line.tax_rate) ?? 0) - amount)
    return [{ ...line, amount }]
  }
  const goods = taken.flatMap(({ order_item_id, quantity, restock = false }) => {
    const item = items.find(({ id }) => id === order_item_id)!
    const { tax_rate } = item
    const before = item.quantity - rest.items.find((one) => one.order_item_id === order_item_id)!.pieces
    const amount = priceOf(item, paid.get(order_item_id)!, before, quantity)
    return limited({ kind: 'goods', order_item_id, quantity, amount, tax_rate, restocked: restock })
  })
  const fee = (kind: OrderFee) => {
    const wanted = fees[kind] ?? 0
    const amount = Math.min(rest[kind], wanted === true ? rest[kind] : Number(wanted))
    return amount > 0 ? limited({ ...reductionLineBase, kind, amount, tax_rate: FEE_TAX_RATE }) : []
  }
  return [...goods, ...ORDER_FEES.flatMap(fee)]
}

/** The fields of an 赤伝 line that reduces the total and names no item. */
export const reductionLineBase = { kind: 'reduction' as const, order_item_id: null, quantity: null, restocked: false }

/**
 * 値引き: the 赤伝 lines of a price reduction on the whole order, in yen. They share it over the tax rates, in proportion
 * to what remains at each.
 */
export function reductionCreditItems({ rates }: Pick<RemainingSale, 'rates'>, amount: Yen): CreditNoteItem[] {
  const shares = shareByLargestRemainder(
    amount,
    rates.map((rate) => Math.max(0, rate.amount)),
  )
  return rates.flatMap(({ tax_rate }, n) => {
    const share = shares[n]!
    return share === 0 ? [] : [{ ...reductionLineBase, tax_rate, amount: share }]
  })
}

/** The lines of an 赤伝 for everything that remains of an order: pieces, fees, and the remainder of an adjustment. */
export function remainingCreditItems(
  order: CreditedOrder,
  items: readonly SoldItem[],
  credited: readonly CreditNoteItem[],
  restock: boolean,
): CreditNoteItem[] {
  const rest = remainingSaleOf(order, items, credited)
  const taken = rest.items.filter(({ pieces }) => pieces > 0)
  const lines = creditItemsOf(order, items, credited, {
    items: taken.map(({ order_item_id, pieces }) => ({ order_item_id, quantity: pieces, restock })),
    ...mapOrderFees(() => true),
  })
  const more = rest.rates.map(({ tax_rate, amount }) => ({
    tax_rate,
    amount: amount - sum(lines.filter((line) => line.tax_rate === tax_rate).map((line) => line.amount)),
  }))
  return [...lines, ...more.filter(({ amount }) => amount > 0).map((line) => ({ ...reductionLineBase, ...line }))]
}

/** 税率ごとの合計: totals and taxes of the lines by tax rate, each rounded down once. */
export function creditTaxLines(lines: readonly Pick<CreditNoteItem, 'tax_rate' | 'amount'>[]) {
  const rates = [...new Set(lines.map(({ tax_rate }) => tax_rate))].sort((a, b) => b - a)
  return rates
    .map((tax_rate) => {
      const total = sum(lines.filter((line) => line.tax_rate === tax_rate).map(({ amount }) => amount))
      return { tax_rate, total, tax: taxIncludedIn(total, tax_rate as TaxRate) }
    })
    .filter(({ total }) => total !== 0)
}
