import type { CalendarDate } from '@kushi/values/calendar-date'
import { JOURNAL_PARTS, type JournalPart } from '@kushi/values/journal'
import { type LedgerKind, MONEY_KINDS } from '@kushi/values/ledger'
import { eachFee } from '@kushi/values/order-amounts'
import type { PayingProvider } from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'

/** The sum of rows of the ledger that are alike in all that a slip says. */
export interface JournalInput {
  day: CalendarDate
  /** 注文ごと, and no 入金; otherwise null. */
  order_no: string | null
  kind: LedgerKind
  /** Of 入金. */
  provider: PayingProvider | null
  tax_rate: number | null
  amount: Yen
  tax: Yen
  payment_method_id: number | null
  /** A 入金の差額 in the shop's favour: 雑収入, also when it is taken back. */
  is_gain: boolean
  /** Money given back for an order that was moved in: another's sale, of which there never was a 売掛金. */
  is_moved: boolean
  /** Of the earliest of them. */
  first_id: number
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
  ...eachFee((name) => name),
  return: 'return',
  prepaid: 'prepaid',
  refund: 'bank',
  received: 'receivable',
  provider_fee: 'provider_fee',
  suspense: 'suspense',
  difference: 'difference',
}

function partFor({ kind, tax_rate, is_gain }: JournalInput): JournalPart {
  if (kind === 'provider_fee' && tax_rate === null) return 'provider_fee_exempt'
  return is_gain ? 'gain' : partOf[kind]
}

const againstOf = ({ kind, is_moved }: JournalInput): JournalPart => {
  if (is_moved) return 'moved_return'
  return isMoney(kind) ? 'bank' : 'receivable'
}

/** What the shop has to bear: booked positive, it is a debit. */
const isCost = (kind: LedgerKind) => kind === 'provider_fee' || kind === 'difference'
const isMoney = (kind: LedgerKind) => (MONEY_KINDS as readonly LedgerKind[]).includes(kind)

/**
 * Of which slip a row is: 入金 has one for each day and provider, as the bank's statement shows it. In a file slips are in the order of
 * their keys.
 */
export const slipKey = ({ day, order_no, kind, provider, payment_method_id }: JournalInput): string =>
  [day, order_no ?? '', isMoney(kind) ? `money ${provider}` : (payment_method_id ?? 0)].join(' ')

/**
 * 仕訳 of the rows of one slip. What is booked positive is a credit against 売掛金 (入金: against the bank); what the sum makes
 * negative goes to the other side. Its debit equals its credit. null: it has no amount.
 */
export function slipOf(rows: readonly JournalInput[]): Slip | null {
  const parts = new Map<string, SlipPart>()
  const add = (one: SlipPart): void => {
    const at = `${one.part} ${one.tax_rate}`
    const known = parts.get(at) ?? { ...one, amount: 0, tax: 0 }
    known.amount += one.amount
    known.tax += one.tax
    parts.set(at, known)
  }
  for (const row of rows) {
    const { kind, tax_rate, amount, tax } = row
    // 前受金 is no supply: no tax before the delivery.
    const isSupply = kind !== 'prepaid' && kind !== 'refund'
    const sign = isCost(kind) ? -1 : 1
    add({
      part: partFor(row),
      tax_rate: isSupply ? tax_rate : null,
      amount: sign * amount,
      tax: isSupply ? sign * tax : 0,
    })
    add({ part: againstOf(row), tax_rate: null, amount: -sign * amount, tax: 0 })
  }
  const sides = [...parts.values()].sort((a, b) => order(a) - order(b))
  const credit = sides.filter(({ amount }) => amount > 0)
  if (credit.length === 0) return null
  const debit = sides
    .filter(({ amount }) => amount < 0)
    .map((one) => ({ ...one, amount: -one.amount, tax: one.tax === 0 ? 0 : -one.tax }))
  const { day, provider, order_no, payment_method_id } = rows.reduce((a, b) => (b.first_id < a.first_id ? b : a))
  return { day, payment_method_id, provider, order_no, debit, credit }
}

const order = ({ part, tax_rate }: SlipPart) => JOURNAL_PARTS.indexOf(part) * 100 - (tax_rate ?? 0)

export const total = (sides: readonly { amount: Yen }[]): Yen => sides.reduce((sum, { amount }) => sum + amount, 0)
