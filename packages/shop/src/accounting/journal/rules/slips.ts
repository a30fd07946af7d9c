import type { CalendarDate } from '@kushi/values/calendar-date'
import type { JournalPart } from '@kushi/values/journal'
import type { LedgerKind } from '@kushi/values/ledger'
import type { Yen } from '@kushi/values/yen'

/** A row of the ledger, as far as journals need it. */
export interface Booked {
  day: CalendarDate
  order_id: number
  order_no: string
  kind: LedgerKind
  tax_rate: number | null
  amount: Yen
  tax: Yen
  payment_method_id: number | null
}

/** 日ごと: a slip for each day and way to pay; 注文ごと: one for each order, too. */
export type Grain = 'day' | 'order'

/** One side of a slip before accounts and words are filled in. */
export interface Part {
  part: JournalPart
  tax_rate: number | null
  amount: Yen
  tax: Yen
}

export interface Slip {
  day: CalendarDate
  payment_method_id: number | null
  /** 注文ごと. */
  order_no: string | null
  debit: Part[]
  credit: Part[]
}

/** The account against 売掛金 of each kind. A discount lowers the sale; a sale's own adjustment is part of it. */
const partOf: Record<LedgerKind, JournalPart> = {
  sale: 'sale',
  discount: 'sale',
  adjustment: 'sale',
  delivery_fee: 'delivery_fee',
  payment_fee: 'payment_fee',
  return: 'return',
  prepaid: 'prepaid',
  refund: 'bank',
}

/**
 * 仕訳 of rows of the ledger. What is booked positive is a credit against 売掛金; what the sum makes negative goes to the other
 * side. Each slip's debit equals its credit; slips without an amount are left out.
 */
export function slipsOf(rows: readonly Booked[], grain: Grain): Slip[] {
  const groups = new Map<string, Booked[]>()
  for (const row of rows) {
    const key = [row.day, grain === 'order' ? row.order_no : '', row.payment_method_id ?? 0].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.keys()].sort().flatMap((key) => {
    const own = groups.get(key)!
    const first = own[0]!
    const sums = new Map<string, Part>()
    const add = (part: JournalPart, tax_rate: number | null, amount: Yen, tax: Yen) => {
      const at = `${part} ${tax_rate}`
      const known = sums.get(at) ?? { part, tax_rate, amount: 0, tax: 0 }
      sums.set(at, { ...known, amount: known.amount + amount, tax: known.tax + tax })
    }
    for (const { kind, tax_rate, amount, tax } of own) {
      // 前受金 is no supply: no tax before the delivery.
      const isSupply = kind !== 'prepaid' && kind !== 'refund'
      add(partOf[kind], isSupply ? tax_rate : null, amount, isSupply ? tax : 0)
      add('receivable', null, -amount, 0)
    }
    const sides = [...sums.values()].sort((a, b) => order(a) - order(b))
    const credit = sides.filter(({ amount }) => amount > 0)
    const debit = sides
      .filter(({ amount }) => amount < 0)
      .map((one) => ({ ...one, amount: -one.amount, tax: one.tax === 0 ? 0 : -one.tax }))
    if (credit.length === 0) return []
    const { day, payment_method_id, order_no } = first
    return [{ day, payment_method_id, order_no: grain === 'order' ? order_no : null, debit, credit }]
  })
}

const PARTS: JournalPart[] = ['sale', 'delivery_fee', 'payment_fee', 'return', 'prepaid', 'receivable', 'bank']
const order = ({ part, tax_rate }: Part) => PARTS.indexOf(part) * 100 - (tax_rate ?? 0)

export const total = (sides: readonly { amount: Yen }[]): Yen => sides.reduce((sum, { amount }) => sum + amount, 0)
