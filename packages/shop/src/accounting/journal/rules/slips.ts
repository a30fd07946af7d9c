import type { CalendarDate } from '@kushi/values/calendar-date'
import { JOURNAL_PARTS, type JournalPart } from '@kushi/values/journal'
import { type LedgerKind, MONEY_KINDS } from '@kushi/values/ledger'
import { mapOrderFees } from '@kushi/values/order-amounts'
import type { PayingProvider } from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'

/** A sum of ledger rows that are equal in everything that a slip shows. */
export interface SummedLedgerRow {
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
  /** A refund for an order of the former system, which has no 売掛金 here. */
  is_moved: boolean
  /** The id of the earliest of these rows. */
  first_id: number
}

/** One line on the debit or credit side of a slip, before accounts and tax categories are filled in. */
export interface JournalSlipLine {
  part: JournalPart
  tax_rate: number | null
  amount: Yen
  tax: Yen
}

/** 仕訳, before accounts and tax categories are filled in. */
export interface JournalSlipDraft {
  day: CalendarDate
  payment_method_id: number | null
  /** 入金 of this provider; null: sales. */
  provider: PayingProvider | null
  /** 注文ごと. */
  order_no: string | null
  debit: JournalSlipLine[]
  credit: JournalSlipLine[]
}

/** The account of each kind, against 売掛金 or for 入金 against the bank. A discount lowers the sale; a sale's own adjustment is part of it. */
const partOf: Record<LedgerKind, JournalPart> = {
  sale: 'sale',
  discount: 'sale',
  adjustment: 'sale',
  ...mapOrderFees((name) => name),
  return: 'return',
  prepaid: 'prepaid',
  refund: 'bank',
  received: 'receivable',
  provider_fee: 'provider_fee',
  suspense: 'suspense',
  difference: 'difference',
}

function partFor({ kind, tax_rate, is_gain }: SummedLedgerRow): JournalPart {
  if (kind === 'provider_fee' && tax_rate === null) return 'provider_fee_exempt'
  return is_gain ? 'gain' : partOf[kind]
}

const againstOf = ({ kind, is_moved }: SummedLedgerRow): JournalPart => {
  if (is_moved) return 'moved_return'
  return isMoney(kind) ? 'bank' : 'receivable'
}

/** A cost of the shop: a positive amount is a debit. */
const isCost = (kind: LedgerKind) => kind === 'provider_fee' || kind === 'difference'
const isMoney = (kind: LedgerKind) => (MONEY_KINDS as readonly LedgerKind[]).includes(kind)

/**
 * The key of the slip that a row belongs to. 入金 has one slip for each day and provider, as the bank's statement shows
 * it. The slips of a file are ordered by their keys.
 */
export const journalSlipKey = ({ day, order_no, kind, provider, payment_method_id }: SummedLedgerRow): string =>
  [day, order_no ?? '', isMoney(kind) ? `money ${provider}` : (payment_method_id ?? 0)].join(' ')

/**
 * Builds the 仕訳 of the rows of one slip. A positive amount is a credit against 売掛金, or against the bank for 入金. A
 * negative sum goes to the other side. The debit side equals the credit side. Returns null if there is no amount.
 */
export function draftJournalSlip(rows: readonly SummedLedgerRow[]): JournalSlipDraft | null {
  const parts = new Map<string, JournalSlipLine>()
  const add = (one: JournalSlipLine): void => {
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

const order = ({ part, tax_rate }: JournalSlipLine) => JOURNAL_PARTS.indexOf(part) * 100 - (tax_rate ?? 0)

/** The sum of the amounts in yen. */
export const sumAmounts = (sides: readonly { amount: Yen }[]): Yen => sides.reduce((sum, { amount }) => sum + amount, 0)
