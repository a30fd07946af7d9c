import type { CalendarDate } from '@kushi/values/calendar-date'
import type { LedgerKind } from '@kushi/values/ledger'
import { taxIncludedIn } from '@kushi/values/price'
import { type FeeTax, methodOfProvider, type PayingProvider } from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'
import type { MoneyEntry } from '../../ledger/index.ts'

export interface BookedLine {
  settlement_file_id: number
  row: number
  provider: PayingProvider
  paid_on: CalendarDate
  amount: Yen
  fee: Yen
  order_id: number | null
  payment_method_id?: number | null
}

/** With what each cause of a file begins. */
export const fileCausePrefix = (settlement_file_id: number) => `settlement ${settlement_file_id}-`
const causeOf = ({ settlement_file_id, row }: Pick<BookedLine, 'settlement_file_id' | 'row'>) =>
  `${fileCausePrefix(settlement_file_id)}${row}`

/** Everything that a line may have booked: by its file, and by what a person decided. */
export const lineCauses = (line: Pick<BookedLine, 'settlement_file_id' | 'row'>): string[] => {
  const cause = causeOf(line)
  return [cause, assigned(cause), accepted(cause)]
}
const assigned = (cause: string) => `${cause} assigned`
const accepted = (cause: string) => `${cause} accepted`

const entryOf =
  (line: BookedLine, day: CalendarDate, cause: string) =>
  (kind: LedgerKind, amount: Yen, order_id: number | null, taxed = false): MoneyEntry[] =>
    amount === 0
      ? []
      : [
          {
            day,
            order_id,
            provider: line.provider,
            kind,
            tax_rate: taxed ? 10 : null,
            amount,
            tax: taxed ? taxIncludedIn(amount, 10) : 0,
            payment_method_id: line.payment_method_id ?? methodOfProvider(line.provider),
            cause,
          },
        ]

/** What a line is in the books on the day of its payout: bank = 入金 + 仮受金 − 決済手数料. */
export function bookedLine(line: BookedLine, is_claimed: boolean, fee_tax: FeeTax): MoneyEntry[] {
  const entry = entryOf(line, line.paid_on, causeOf(line))
  return [
    ...(is_claimed ? entry('received', line.amount, line.order_id) : entry('suspense', line.amount, null)),
    ...entry('provider_fee', line.fee, line.order_id, fee_tax !== 'exempt'),
  ]
}

/** 仮受金 that turns out to be an order's. */
export const assignedLine = (line: BookedLine, day: CalendarDate): MoneyEntry[] => {
  const entry = entryOf(line, day, assigned(causeOf(line)))
  return [...entry('suspense', -line.amount, null), ...entry('received', line.amount, line.order_id)]
}

/** 仮受金 that becomes 雑収入, or 雑損失 if it is negative. */
export const writtenOffLine = (line: BookedLine, day: CalendarDate): MoneyEntry[] => {
  const entry = entryOf(line, day, accepted(causeOf(line)))
  return [...entry('suspense', -line.amount, null), ...entry('difference', -line.amount, null)]
}

/** What an order's payment lacks after all becomes 雑損失; negative: 雑収入. */
export const differenceOf = (line: BookedLine, lacking: Yen, day: CalendarDate): MoneyEntry[] => {
  const entry = entryOf(line, day, accepted(causeOf(line)))
  return [...entry('received', lacking, line.order_id), ...entry('difference', lacking, line.order_id)]
}
