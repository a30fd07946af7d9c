import type { CalendarDate } from '@kushi/values/calendar-date'
import type { LedgerKind } from '@kushi/values/ledger'
import { FEE_TAX_RATE, ORDER_FEES, type OrderFee } from '@kushi/values/order-amounts'
import type { CreditNoteItemKind } from '@kushi/values/order-credit'
import { type TaxRate, taxIncludedIn } from '@kushi/values/price'
import { sum } from '@kushi/values/sum'
import type { Yen } from '@kushi/values/yen'

/** The amounts of an order that the ledger needs. */
export interface SoldOrder extends Record<OrderFee, Yen> {
  id: number
  /** Number of the delivery within its 定期便; null: bought once. */
  cycle: number | null
  payment_method_id: number | null
  /** The amount paid at each tax rate, and the tax in it: the sums of the document. */
  tax_lines: readonly { tax_rate: number; total: Yen; tax: Yen }[]
}

/** The amounts of an order item that the ledger needs. */
export interface SaleItem {
  id: number
  subtotal: Yen
  discount_amount: Yen
  tax_rate: number
  /** 年払い: the item pays for so many deliveries. */
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** 赤伝: a credit note of an order, with its lines. */
export interface CreditNote {
  id: number
  day: CalendarDate
  lines: readonly { kind: CreditNoteItemKind; order_item_id: number | null; amount: Yen; tax_rate: number }[]
}

/** The order that paid for several deliveries, with what became of its money. */
interface PrepaidYear {
  order: Pick<SoldOrder, 'cycle'>
  items: readonly SaleItem[]
  credits: readonly CreditNote[]
  delivered: readonly { cycle: number; sold_on: CalendarDate }[]
}

/** An order with everything that decides its ledger rows. */
export interface BookableOrder {
  order: SoldOrder
  items: readonly SaleItem[]
  /** Sold by the shop's former system: never a sale of this one. */
  is_moved: boolean
  /** キャンセル: it is never sold, and 前払い is given back by hand. */
  is_called_off: boolean
  /** 売上日 by the basis of that time; null: not sold yet, so nothing is booked. */
  sold_on: CalendarDate | null
  credits: readonly CreditNote[]
  /** Money that the shop gave back by its own hand. */
  refunds: readonly { id: number; day: CalendarDate; amount: Yen }[]
  /** For an order that paid for several deliveries: the deliveries that are sold, this one included. */
  delivered: readonly { cycle: number; sold_on: CalendarDate }[]
  /** For a prepaid delivery: the order that paid, with its items. */
  prepaid_by: PrepaidYear | null
}

/** One row of the ledger. `amount` includes tax; a negative amount lowers the total of its kind. */
export interface LedgerEntry {
  day: CalendarDate
  order_id: number
  kind: LedgerKind
  tax_rate: TaxRate | null
  amount: Yen
  /**
   * The tax contained in `amount`. For each rate the rows of an order add up to the tax of its document; 前受金 has none
   * before the delivery.
   */
  tax: Yen
  payment_method_id: number | null
  /** The event that caused the row; unique with kind and rate, so that nothing is booked twice. */
  cause: string
}

/** How many deliveries an item pays for. */
const deliveriesOf = (item: SaleItem) => (item.lump_sum_payment_flag ? (item.lump_sum_payment_num ?? 1) : 1)
const isPrepaid = (item: SaleItem) => deliveriesOf(item) > 1
const paidFor = (item: SaleItem): Yen => item.subtotal - item.discount_amount

/**
 * The part of a prepaid item, in yen, that its delivery `nth` (from 1) turns into a sale. The last delivery takes the
 * remainder. One that comes after it, instead of a delivery that was called off, has that one's share.
 */
export function prepaidDeliveryShare(item: SaleItem, nth: number): Yen {
  const deliveries = deliveriesOf(item)
  if (nth < 1) return 0
  const each = Math.floor(paidFor(item) / deliveries)
  return nth === deliveries ? paidFor(item) - each * (deliveries - 1) : each
}

const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b)
const taxIn = (amount: Yen, rate: number): Yen => taxIncludedIn(amount, rate as TaxRate)

/** A row of the document's amount at one rate, before its tax is known. */
interface Part {
  kind: LedgerKind
  amount: Yen
}

/**
 * 積上げ: returns the parts of one document with their tax, which adds up to `tax`, the document's tax. Each part has its
 * own rounded tax, and 売上 the rest; if 売上 is too small for the rest, the largest part has it.
 */
function taxed(parts: readonly Part[], rate: number, tax: Yen): (Part & { tax: Yen })[] {
  const rows = parts
    .filter(({ amount }) => amount !== 0)
    .map((part) => ({ ...part, tax: part.kind === 'prepaid' ? 0 : taxIn(part.amount, rate) }))
  const own = rows.filter(({ kind }) => kind !== 'prepaid')
  const bearer =
    own.find(({ kind, amount }) => kind === 'sale' && amount >= MAX_ROWS) ??
    own.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))[0]
  if (bearer) bearer.tax += tax - sum(own.map((row) => row.tax))
  return rows
}

/** More than the rows of an order at one rate, so that what their rounding leaves is less than an amount. */
const MAX_ROWS = ORDER_FEES.length + 7

/**
 * 売上台帳: derives all ledger rows of one order. Nothing is booked before the sale. A credit from before the sale is
 * booked with it. If 前払い was called off, only its refunds are booked. The rows of a sale add up to the order's document
 * at each tax rate. For an order that was moved in from a former system, only refunded money is booked.
 */
export function ledgerEntriesOfOrder(sale: BookableOrder): LedgerEntry[] {
  const { order, items, is_moved, is_called_off, sold_on, credits, refunds } = sale
  const entry: Entry = (day, cause, kind, tax_rate, amount, tax = 0) =>
    amount === 0
      ? []
      : [
          {
            day,
            order_id: order.id,
            kind,
            tax_rate: tax_rate as TaxRate | null,
            amount,
            tax,
            payment_method_id: order.payment_method_id,
            cause,
          },
        ]
  if (is_moved)
    return credits.flatMap(({ id, day, lines }) =>
      entry(day, `credit ${id}`, 'refund', null, sum(lines.map(({ amount }) => amount))),
    )
  if (sold_on === null)
    return is_called_off
      ? refunds.flatMap(({ id, day, amount }) => entry(day, `refund ${id}`, 'refund', null, amount))
      : []
  const sold = order.tax_lines.flatMap(({ tax_rate, total, tax }) => {
    const own = items.filter((item) => item.tax_rate === tax_rate)
    const once = own.filter((item) => !isPrepaid(item))
    const ahead = own.filter(isPrepaid)
    const fees = tax_rate === FEE_TAX_RATE ? ORDER_FEES.map((kind): Part => ({ kind, amount: order[kind] })) : []
    const goods = sum(own.map(paidFor))
    const first = sum(ahead.map((item) => prepaidDeliveryShare(item, 1)))
    const prepaid = sum(ahead.map(paidFor))
    const parts: Part[] = [
      { kind: 'sale', amount: sum(once.map(({ subtotal }) => subtotal)) + first },
      { kind: 'discount', amount: -sum(once.map(({ discount_amount }) => discount_amount)) },
      { kind: 'prepaid', amount: prepaid - first },
      ...fees,
      { kind: 'adjustment', amount: total - goods - sum(fees.map(({ amount }) => amount)) },
    ]
    return taxed(parts, tax_rate, tax - taxIn(prepaid - first, tax_rate)).flatMap(({ kind, amount, tax: own }) =>
      entry(sold_on, 'sale', kind, tax_rate, amount, own),
    )
  })
  const paidBack = refunds.flatMap(({ id, day, amount }) =>
    entry(later(day, sold_on), `refund ${id}`, 'refund', null, amount),
  )
  return [
    ...sold,
    ...usedOf(sale, sold_on, entry),
    ...credits.flatMap((credit) => takenBack(sale, credit, entry)),
    ...paidBack,
  ]
}

type Entry = (
  day: CalendarDate,
  cause: string,
  kind: LedgerKind,
  tax_rate: number | null,
  amount: Yen,
  tax?: Yen,
) => LedgerEntry[]

/** A delivery that was paid in advance: its share turns from 前受金 into a sale. */
function usedOf({ order, prepaid_by }: BookableOrder, day: CalendarDate, entry: Entry): LedgerEntry[] {
  if (!prepaid_by) return []
  const rates = [...new Set(prepaid_by.items.map(({ tax_rate }) => tax_rate))]
  return rates.flatMap((rate) => {
    const { amount, tax } = spentOf(prepaid_by, rate).byDelivery.get(order.cycle ?? 1) ?? nothing
    return [...entry(day, 'prepaid', 'sale', rate, amount, tax), ...entry(day, 'prepaid', 'prepaid', rate, -amount)]
  })
}

/** A credit of prepaid goods lowers 前受金 as far as no delivery has used it; the rest lowers the sale. */
function takenBack({ sold_on, ...year }: BookableOrder, credit: CreditNote, entry: Entry): LedgerEntry[] {
  const day = later(credit.day, sold_on!)
  const cause = `credit ${credit.id}`
  const rates = [...new Set(credit.lines.map(({ tax_rate }) => tax_rate))]
  return rates.flatMap((rate) => {
    const ahead = spentOf(year, rate).byCredit.get(credit.id) ?? nothing
    const total = sum(credit.lines.filter(({ tax_rate }) => tax_rate === rate).map(({ amount }) => amount))
    const back = ahead.amount - total
    return [
      ...entry(day, cause, 'prepaid', rate, -ahead.amount),
      ...entry(day, cause, 'return', rate, back, back === 0 ? 0 : ahead.tax - taxIn(total, rate)),
    ]
  })
}

/** A part of 前受金, and the tax that it becomes or that falls away with it. */
interface Taken {
  amount: Yen
  tax: Yen
}
const nothing: Taken = { amount: 0, tax: 0 }

/**
 * The amounts that each delivery and each 赤伝 took from the 前受金 of a rate, in the order of their days; on one day
 * deliveries come first. A refund without goods is for deliveries that did not take place. Nothing takes more than is
 * left.
 */
function spentOf({ order, items, credits, delivered }: PrepaidYear, rate: number) {
  const ahead = items.filter((item) => isPrepaid(item) && item.tax_rate === rate)
  const byDelivery = new Map<number, Taken>()
  const byCredit = new Map<number, Taken>()
  const start = order.cycle ?? 1
  let left = sum(ahead.map(paidFor))
  /** Yen of 赤伝 that the sales bore, because nothing was left here. */
  let borneBySales = 0
  const take = (wanted: Yen): Taken => {
    const before = left
    const amount = Math.min(wanted, left)
    left -= amount
    // All parts together have the tax of the whole.
    return { amount, tax: taxIn(before, rate) - taxIn(left, rate) }
  }
  /** The cancelled part of an 赤伝 (返金しない) returns to the sales first, then to 前受金 as far as it was taken from there. */
  const credit = (wanted: Yen): Taken => {
    const toSales = wanted < 0 ? -Math.min(-wanted, borneBySales) : 0
    const taken = take(Math.max(wanted - toSales, -sum([...byCredit.values()].map((one) => one.amount))))
    borneBySales += wanted - taken.amount
    return taken
  }
  const deliver = (all: typeof delivered) => {
    for (const { cycle } of [...all].sort((a, b) => a.cycle - b.cycle))
      if (!byDelivery.has(cycle))
        byDelivery.set(cycle, take(sum(ahead.map((item) => prepaidDeliveryShare(item, cycle - start + 1)))))
  }
  // The first one is sold before anything is taken back.
  deliver(delivered.filter(({ cycle }) => cycle === start))
  for (const { id, day, lines } of [...credits].sort((a, b) => a.id - b.id)) {
    deliver(delivered.filter(({ sold_on }) => sold_on <= day))
    const own = lines.filter(
      ({ kind, order_item_id, tax_rate }) =>
        tax_rate === rate && (kind === 'reduction' || ahead.some((item) => item.id === order_item_id)),
    )
    byCredit.set(id, credit(sum(own.map(({ amount }) => amount))))
  }
  deliver(delivered)
  return { byDelivery, byCredit }
}
