import type { Yen } from '@kushi/values/yen'
import { SettlementCellError, type SettlementFileLine } from './read-line.ts'

/** The money between the balances of two neighbouring lines, for a statement that runs forward or backward. */
const WAYS = [
  (_: SettlementFileLine, line: SettlementFileLine): Yen => line.amount,
  (before: SettlementFileLine): Yen => -before.amount,
] as const

/**
 * Counts the neighbouring lines whose balances follow from each other in one direction, and keeps the first row that
 * does not.
 */
class Follow {
  count = 0
  broken: number | null = null
}

/**
 * Checks whether the balances of a bank's statement follow from its deposits and withdrawals, in the order of days or
 * reversed.
 */
export class BankBalanceCheck {
  #before: SettlementFileLine | null = null
  #pairs = 0
  readonly #straight = WAYS.map(() => new Follow())
  readonly #exchanged = WAYS.map(() => new Follow())

  add(line: SettlementFileLine): void {
    const before = this.#before
    this.#before = line.bank_balance === null ? null : line
    if (before === null || line.bank_balance === null) return
    this.#pairs++
    const step = line.bank_balance - before.bank_balance!
    for (const [n, moneyOf] of WAYS.entries()) {
      const money = moneyOf(before, line)
      for (const [follow, follows] of [
        [this.#straight[n]!, step === money],
        [this.#exchanged[n]!, step === -money],
      ] as const)
        if (follows) follow.count++
        else follow.broken ??= line.row
    }
  }

  /** @throws SettlementCellError if they follow only with in and out exchanged */
  refuseExchanged(head: string): void {
    const all = (one: Follow) => one.count === this.#pairs
    if (this.#pairs > 1 && this.#exchanged.some(all) && !this.#straight.some(all))
      throw new SettlementCellError(1, head, '入金と出金の列が逆のようです。残高が、逆にしたときにだけ合います。')
  }

  /** The first row whose balance does not follow from the row beside it; null: all do. */
  get brokenRow(): number | null {
    const [best] = this.#straight.toSorted((a, b) => b.count - a.count)
    return best!.broken
  }
}
