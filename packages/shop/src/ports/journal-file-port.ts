import type { CalendarDate } from '@kushi/values/calendar-date'
import type { JournalProgram } from '@kushi/values/journal'
import type { Yen } from '@kushi/values/yen'

/** Account of a journal side (勘定科目), as the shop names it; codes for programs that take no names. */
export interface JournalAccount {
  account: string
  sub_account: string
  department: string
  code: string
  sub_code: string
}

/** One side of one line of a slip. */
export interface JournalSide extends JournalAccount {
  /** The bank account itself. */
  is_bank: boolean
  /** The account is 売掛金, under any name. */
  is_receivable: boolean
  /** 税区分 in the program's words. */
  tax_word: string
  tax_rate: 8 | 10 | null
  /** Tax included. */
  amount: Yen
  tax: Yen
}

/** A journal slip (伝票). The sums of debit and credit are equal. */
export interface JournalSlip {
  no: number
  day: CalendarDate
  /** 入金: money that a provider paid out to the bank, not a sale. */
  is_payout: boolean
  /** 取引先, for programs that book deals: the way to pay. */
  partner: string
  memo: string
  debit: readonly JournalSide[]
  credit: readonly JournalSide[]
}

/** The encoding of the accounting program lacks the character `sign` of `text`. */
export class UnencodableTextError extends Error {
  readonly sign: string
  readonly text: string
  constructor(text: string, sign: string) {
    super(`not in this encoding: ${sign}`)
    this.text = text
    this.sign = sign
  }
}

/** Writes a file piece by piece, so that it may have any length. */
export interface JournalWriter {
  /** The bytes before the first slip. */
  head: Uint8Array
  /** @throws UnencodableTextError */
  write(slips: readonly JournalSlip[]): Uint8Array
}

/** 仕訳 as an accounting program imports them. */
export interface JournalFilePort {
  writerFor(program: JournalProgram): JournalWriter
}
