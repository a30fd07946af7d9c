import type { CalendarDate } from '@kushi/values/calendar-date'
import type { SettlementColumn, SettlementLineKind, SettlementProvider } from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'
import { readDay, readYen } from '../../../foundation/csv/rules/read-cell.ts'
import type { SettlementColumns } from './layouts.ts'

/** A line of a settlement file as the file states it. `amount` is before the fee; both are negative when taken back. */
export interface SettlementFileLine {
  row: number
  kind: SettlementLineKind
  /** Its 区分 is unknown: an operator looks at it, whatever its sign. */
  is_unknown: boolean
  order_refs: string[]
  provider_ref: string
  tracking_no: string
  party: string
  /** The balance of the bank account after the line (yen); null: not stated. */
  bank_balance: Yen | null
  amount: Yen
  fee: Yen
  happened_on: CalendarDate | null
  paid_on: CalendarDate | null
}

/** Thrown for a cell of a settlement file that can't be read. It names the row and the header. */
export class SettlementCellError extends Error {
  readonly row: number
  readonly head: string
  constructor(row: number, head: string, message: string) {
    super(message)
    this.row = row
    this.head = head
  }
}

/** Words for a sale. A line with none of these and none of `KINDS` is unknown. */
const SALE = /sale|capture|charge(?!back)|payment|売上|入金|代金|代引|コレクト|決済|取引|完了|確定|配達/i

/** An authorisation, or what failed: no money moves. */
const NO_MONEY = /仮売上|与信|オーソリ|有効性|失敗|エラー|authori[sz]ation|failed|declined/i

const KINDS: readonly [SettlementLineKind, RegExp][] = [
  ['chargeback', /charge ?back|a[- ]to[- ]z|チャージバック/i],
  ['transfer', /transfer|振込|carryover|繰越/i],
  ['fee', /fee|^手数料|月額|固定費|adjustment|調整/i],
  ['refund', /refund|返金|取消|返品|キャンセル|cancel|return|void/i],
]

/** Rows that say so are not lines: a total that is checked, or an empty one. */
const TOTAL = /^(合計|総合計|総計|計|total)$/i

/** A row of a settlement file that states the sum of the lines before it. */
export interface SettlementFileTotal {
  row: number
  total: Yen
}

/**
 * Reads a row by the columns of its layout. Returns null if the row moves no money, and a total if the row states the
 * sum of the file.
 * @throws SettlementCellError for a cell that can't be read
 */
export function readSettlementLine(
  provider: SettlementProvider,
  columns: SettlementColumns,
  { row, cells }: { row: number; cells: ReadonlyMap<string, string> },
): SettlementFileLine | SettlementFileTotal | null {
  const texts = (role: SettlementColumn) => (columns[role] ?? []).map((head) => (cells.get(head) ?? '').trim())
  const text = (role: SettlementColumn) => texts(role).find((one) => one !== '') ?? ''
  const fault = (role: SettlementColumn, message: string) =>
    new SettlementCellError(row, columns[role]?.[0] ?? '', message)
  const yen = (role: SettlementColumn): Yen | null => {
    const amount = readYen(text(role))
    if (amount === undefined) throw fault(role, '金額として読み取れません。')
    return amount
  }
  const day = (role: SettlementColumn): CalendarDate | null => {
    // Some banks have year, month and day in three columns.
    const said =
      (columns[role]?.length === 3
        ? texts(role)
            .filter((one) => one !== '')
            .join('-')
        : '') || text(role)
    const found = readDay(said)
    if (found === undefined) throw fault(role, '日付として読み取れません。')
    return found
  }
  const said_amount = yen('amount')
  if ([...cells.values()].some((cell) => TOTAL.test(cell.normalize('NFKC').replace(/\s/g, ''))))
    return said_amount === null ? null : { row, total: said_amount }
  if (provider === 'bank') return readBank()
  const words = text('kind')
  // The line moves no money. A fee in it still counts, and an operator looks at it.
  const isIdle = NO_MONEY.test(words)
  const amount = isIdle ? null : said_amount
  const said = KINDS.find(([, one]) => one.test(words))?.[0]
  const net = yen('net')
  const stated = (yen('fee') ?? 0) + (yen('fee_tax') ?? 0) + (yen('fee_more') ?? 0)
  if (amount === null && (net ?? 0) === 0 && stated === 0) return null
  const gross = amount ?? (net ?? 0) + stated
  const kind = isIdle ? 'fee' : (said ?? (gross < 0 ? 'refund' : 'sale'))
  // Some files state refunds without a minus sign.
  const isBack = kind === 'refund' || kind === 'chargeback'
  const signed = isBack && gross > 0 ? -gross : gross
  const fee = net === null ? feeOf(signed, stated) : signed - (isBack && net > 0 ? -net : net)
  if (net !== null && stated !== 0 && Math.abs(fee) !== Math.abs(stated) && kind !== 'transfer')
    throw fault('net', `金額 ${signed} から手数料 ${stated} を引いても、差引後の金額 ${net} になりません。`)
  const order_refs = texts('order_ref').filter((one) => one !== '')
  const [provider_ref, tracking_no] = [text('provider_ref'), text('tracking_no').replace(/[-\s]/g, '')]
  const hasNumber = order_refs.length > 0 || provider_ref !== '' || tracking_no !== ''
  // A number tells more than a word that nobody here knows; a sign tells nothing.
  const isGuess = gross < 0 || provider === 'amazon_pay' || !hasNumber
  const is_unknown = isIdle || (said === undefined && words !== '' && !SALE.test(words) && isGuess)
  if (!is_unknown && (kind === 'sale' || kind === 'refund') && !hasNumber)
    throw fault(firstOf(columns), '番号がありません。')
  return {
    row,
    kind,
    is_unknown,
    order_refs,
    provider_ref,
    tracking_no,
    party: text('party') || words,
    bank_balance: null,
    // A fee of its own has no amount besides.
    ...(kind === 'fee' ? { amount: 0, fee: -(net ?? (amount === null ? -stated : signed)) } : { amount: signed, fee }),
    happened_on: day('happened_on'),
    paid_on: day('paid_on'),
  }

  function readBank(): SettlementFileLine | null {
    const withdrawal = yen('withdrawal') ?? 0
    if ((said_amount ?? 0) === 0 && withdrawal === 0) return null
    const paid_on = day('paid_on')
    if (paid_on === null) throw fault('paid_on', '日付がありません。')
    return {
      row,
      kind: 'deposit',
      is_unknown: false,
      order_refs: [],
      provider_ref: '',
      tracking_no: '',
      party: text('party'),
      bank_balance: readBalance(text('bank_balance')),
      amount: (said_amount ?? 0) - withdrawal,
      fee: 0,
      happened_on: null,
      paid_on,
    }
  }
}

/** A balance that can't be read counts as not stated, because it moves no money. */
function readBalance(text: string): Yen | null {
  const plain = text.normalize('NFKC').replace(/[\s,¥\\円]/g, '')
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : null
}

/** A fee lowers the payout, whatever its sign in the file; the returned part of a fee with a refund raises it. */
const feeOf = (signed: Yen, stated: Yen): Yen => (signed < 0 ? -Math.abs(stated) : Math.abs(stated)) || 0
const firstOf = (columns: SettlementColumns): SettlementColumn =>
  columns.order_ref ? 'order_ref' : columns.provider_ref ? 'provider_ref' : 'tracking_no'

/**
 * The key by which the same line is recognised in another file. `nth` numbers lines of one file that are otherwise
 * equal. If no balance distinguishes two lines of a day, the file with more of them is right.
 */
export const settlementLineKey = (line: SettlementFileLine & { paid_on: CalendarDate }, nth: number): string =>
  [
    line.kind,
    line.order_refs.join(' '),
    line.provider_ref,
    line.tracking_no,
    line.kind === 'deposit' ? line.party : '',
    line.amount,
    line.fee,
    line.happened_on ?? '',
    line.paid_on,
    nth,
    ...(line.bank_balance === null ? [] : [line.bank_balance]),
  ].join('|')
