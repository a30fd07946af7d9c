import type { CalendarDate } from '@kushi/values/calendar-date'
import { JOURNAL_PARTS, type JournalPart } from '@kushi/values/journal'
import { type LedgerKind, MONEY_KINDS } from '@kushi/values/ledger'
import type { PayingProvider } from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'

/** A row of the ledger, as far as journals need it. */
export interface JournalInput {
  day: CalendarDate
  order_id: number | null
  order_no: string | null
  kind: LedgerKind
  /** Of 入金. */
  provider: PayingProvider | null
  tax_rate: number | null
  amount: Yen
  tax: Yen
  payment_method_id: number | null
}

/** 日ごと: a slip for each day and way to pay; 注文ごと: one for each order, too. */
export type Grain = 'day' | 'order'

/** One side of a slip before accounts and words are filled in. */
export interface SlipPart {
  part: JournalPart
  tax_rate: number | null
  amount: Yen
  tax: Yen
}

export interface Slip {
  day: CalendarDate
  payment_method_id: number | null
  /** 入金 of this provider; null: sales. */
  provider: PayingProvider | null
  /** 注文ごと. */
  order_no: string | null
  debit: SlipPart[]
  credit: SlipPart[]
}

/** The account of each kind, against 売掛金 or for 入金 against the bank. A discount lowers the sale; a sale's own adjustment is part of it. */
const partOf: Record<LedgerKind, JournalPart> = {
  sale: 'sale',
  discount: 'sale',
  adjustment: 'sale',
  delivery_fee: 'delivery_fee',
  payment_fee: 'payment_fee',
  return: 'return',
  prepaid: 'prepaid',
  refund: 'bank',
  received: 'receivable',
  provider_fee: 'provider_fee',
  suspense: 'suspense',
  difference: 'difference',
}

/** What the shop has to bear: booked positive, it is a debit. */
const isCost = (kind: LedgerKind) => kind === 'provider_fee' || kind === 'difference'
const isMoney = (kind: LedgerKind) => (MONEY_KINDS as readonly LedgerKind[]).includes(kind)

/**
 * 仕訳 of rows of the ledger. What is booked positive is a credit against 売掛金 (入金: against the bank); what the sum makes
 * negative goes to the other side. 入金 has a slip for each day and provider, as the bank's statement shows it. Each slip's debit equals its credit; slips without an amount are left out.
 */
export function slipsOf(rows: readonly JournalInput[], grain: Grain): Slip[] {
  const groups = new Map<string, JournalInput[]>()
  for (const row of rows) {
    const isAlone = grain === 'order' && !isMoney(row.kind)
    const key = isMoney(row.kind)
      ? [row.day, '', `money ${row.provider}`].join(' ')
      : [row.day, isAlone ? row.order_no : '', row.payment_method_id ?? 0].join(' ')
    const known = groups.get(key)
    if (known) known.push(row)
    else groups.set(key, [row])
  }
  return [...groups.keys()].sort().flatMap((key) => {
    const own = groups.get(key)!
    const first = own[0]!
    const sums = new Map<string, SlipPart>()
    const add = (part: JournalPart, tax_rate: number | null, amount: Yen, tax: Yen) => {
      const at = `${part} ${tax_rate}`
      const known = sums.get(at) ?? { part, tax_rate, amount: 0, tax: 0 }
      sums.set(at, { ...known, amount: known.amount + amount, tax: known.tax + tax })
    }
    for (const { kind, tax_rate, amount, tax } of own) {
      // 前受金 is no supply: no tax before the delivery.
      const isSupply = kind !== 'prepaid' && kind !== 'refund'
      const sign = isCost(kind) ? -1 : 1
      const part = kind === 'provider_fee' && tax_rate === null ? 'provider_fee_exempt' : partOf[kind]
      add(part, isSupply ? tax_rate : null, sign * amount, isSupply ? sign * tax : 0)
      add(isMoney(kind) ? 'bank' : 'receivable', null, -sign * amount, 0)
    }
    const sides = [...sums.values()].sort((a, b) => order(a) - order(b))
    const credit = sides.filter(({ amount }) => amount > 0)
    const debit = sides
      .filter(({ amount }) => amount < 0)
      .map((one) => ({ ...one, amount: -one.amount, tax: one.tax === 0 ? 0 : -one.tax }))
    if (credit.length === 0) return []
    const { day, payment_method_id, order_no } = first
    const provider = isMoney(first.kind) ? first.provider : null
    return [
      { day, payment_method_id, provider, order_no: grain === 'order' && !provider ? order_no : null, debit, credit },
    ]
  })
}

const order = ({ part, tax_rate }: SlipPart) => JOURNAL_PARTS.indexOf(part) * 100 - (tax_rate ?? 0)

export const total = (sides: readonly { amount: Yen }[]): Yen => sides.reduce((sum, { amount }) => sum + amount, 0)
