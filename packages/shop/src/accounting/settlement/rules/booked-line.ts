import type { CalendarDate } from '@kushi/values/calendar-date'
import type { LedgerKind } from '@kushi/values/ledger'
import { taxIncludedIn } from '@kushi/values/price'
import { type FeeTax, type PayingProvider, paymentMethodOfProvider } from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'
import type { MoneyReceivedEntry } from '../../ledger/index.ts'

/** The fields of a settlement line that its ledger rows need. */
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

/** The prefix of every ledger cause that comes from a settlement file. */
export const settlementFileCausePrefix = (settlement_file_id: number) => `settlement ${settlement_file_id}-`
const causeOf = ({ settlement_file_id, row }: Pick<BookedLine, 'settlement_file_id' | 'row'>) =>
  `${settlementFileCausePrefix(settlement_file_id)}${row}`

/** The ledger causes that a settlement line may have: by its file, and by an operator's decision. */
export const settlementLineCauses = (line: Pick<BookedLine, 'settlement_file_id' | 'row'>): string[] => {
  const cause = causeOf(line)
  return [cause, assigned(cause), accepted(cause)]
}
const assigned = (cause: string) => `${cause} assigned`
const accepted = (cause: string) => `${cause} accepted`

const entryOf =
  (line: BookedLine, day: CalendarDate, cause: string) =>
  (kind: LedgerKind, amount: Yen, order_id: number | null, taxed = false): MoneyReceivedEntry[] =>
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
            payment_method_id: line.payment_method_id ?? paymentMethodOfProvider(line.provider),
            cause,
          },
        ]

/** The ledger rows of a settlement line on its payout day: bank = 入金 + 仮受金 − 決済手数料. */
export function settlementLineEntries(line: BookedLine, is_claimed: boolean, fee_tax: FeeTax): MoneyReceivedEntry[] {
  const entry = entryOf(line, line.paid_on, causeOf(line))
  return [
    ...(is_claimed ? entry('received', line.amount, line.order_id) : entry('suspense', line.amount, null)),
    ...entry('provider_fee', line.fee, line.order_id, fee_tax !== 'exempt'),
  ]
}

/** The ledger rows that turn 仮受金 of a line into 入金 of its order. */
export const assignedLineEntries = (line: BookedLine, day: CalendarDate): MoneyReceivedEntry[] => {
  const entry = entryOf(line, day, assigned(causeOf(line)))
  return [...entry('suspense', -line.amount, null), ...entry('received', line.amount, line.order_id)]
}

/** The ledger rows that turn 仮受金 of a line into 雑収入, or into 雑損失 if it is negative. */
export const writtenOffLineEntries = (line: BookedLine, day: CalendarDate): MoneyReceivedEntry[] => {
  const entry = entryOf(line, day, accepted(causeOf(line)))
  return [...entry('suspense', -line.amount, null), ...entry('difference', -line.amount, null)]
}

/** The ledger rows that book what an order's payment lacks as 雑損失. A negative amount is 雑収入. */
export const paymentDifferenceEntries = (line: BookedLine, lacking: Yen, day: CalendarDate): MoneyReceivedEntry[] => {
  const entry = entryOf(line, day, accepted(causeOf(line)))
  return [...entry('received', lacking, line.order_id), ...entry('difference', lacking, line.order_id)]
}
