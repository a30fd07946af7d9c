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
  gift_fee: 'gift_fee',
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

type SlipHead = Pick<Slip, 'day' | 'payment_method_id' | 'provider' | 'order_no'>

/**
 * 仕訳 of rows of the ledger, which come one by one: only their sums are held. What is booked positive is a credit against
 * 売掛金 (入金: against the bank); what the sum makes negative goes to the other side. 入金 has a slip for each day and
 * provider, as the bank's statement shows it. Each slip's debit equals its credit; slips without an amount are left out.
 */
export function slipSums(grain: Grain) {
  const sums = new Map<string, SlipHead & { parts: Map<string, SlipPart> }>()

  function addTo(parts: Map<string, SlipPart>, { part, tax_rate, amount, tax }: SlipPart): void {
    const at = `${part} ${tax_rate}`
    const known = parts.get(at)
    if (!known) return void parts.set(at, { part, tax_rate, amount, tax })
    known.amount += amount
    known.tax += tax
  }

  function add(row: JournalInput): void {
    const { day, kind, tax_rate, amount, tax, payment_method_id } = row
    const provider = isMoney(kind) ? row.provider : null
    const isAlone = grain === 'order' && !isMoney(kind)
    const key = isMoney(kind)
      ? [day, '', `money ${provider}`].join(' ')
      : [day, isAlone ? row.order_no : '', payment_method_id ?? 0].join(' ')
    const order_no = grain === 'order' && !provider ? row.order_no : null
    const sum = sums.get(key) ?? { day, payment_method_id, provider, order_no, parts: new Map() }
    sums.set(key, sum)
    // 前受金 is no supply: no tax before the delivery.
    const isSupply = kind !== 'prepaid' && kind !== 'refund'
    const sign = isCost(kind) ? -1 : 1
    addTo(sum.parts, {
      part: kind === 'provider_fee' && tax_rate === null ? 'provider_fee_exempt' : partOf[kind],
      tax_rate: isSupply ? tax_rate : null,
      amount: sign * amount,
      tax: isSupply ? sign * tax : 0,
    })
    addTo(sum.parts, { part: isMoney(kind) ? 'bank' : 'receivable', tax_rate: null, amount: -sign * amount, tax: 0 })
  }

  const slips = (): Slip[] =>
    [...sums.keys()].sort().flatMap((key) => {
      const { parts, ...head } = sums.get(key)!
      const sides = [...parts.values()].sort((a, b) => order(a) - order(b))
      const credit = sides.filter(({ amount }) => amount > 0)
      const debit = sides
        .filter(({ amount }) => amount < 0)
        .map((one) => ({ ...one, amount: -one.amount, tax: one.tax === 0 ? 0 : -one.tax }))
      return credit.length === 0 ? [] : [{ ...head, debit, credit }]
    })

  return { add, slips }
}

const order = ({ part, tax_rate }: SlipPart) => JOURNAL_PARTS.indexOf(part) * 100 - (tax_rate ?? 0)

export const total = (sides: readonly { amount: Yen }[]): Yen => sides.reduce((sum, { amount }) => sum + amount, 0)
