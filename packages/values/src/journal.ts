import { FEE_NAME } from './order-amounts.ts'

/** 会計ソフト for which journals are written. */
export const JOURNAL_PROGRAM_NAME = {
  yayoi: '弥生会計',
  money_forward: 'マネーフォワード クラウド会計',
  freee: 'freee会計',
  obc: '勘定奉行',
} as const
export type JournalProgram = keyof typeof JOURNAL_PROGRAM_NAME
export const JOURNAL_PROGRAMS = Object.keys(JOURNAL_PROGRAM_NAME) as JournalProgram[]

/** 仕訳のまとめ方: one slip for each day and payment method, or one for each order, too. */
export const JOURNAL_GRAIN_NAME = { day: '日ごと・お支払い方法ごと', order: '注文ごと' } as const
export type JournalGrain = keyof typeof JOURNAL_GRAIN_NAME

/** The parts of a journal entry (仕訳). The shop assigns an account (勘定科目) to each part. */
export const JOURNAL_PART_NAME = {
  sale: '売上',
  ...FEE_NAME,
  return: '返品・値引き(売上後)',
  prepaid: '前受金',
  receivable: '売掛金',
  moved_return: '移行前のご注文の返金',
  bank: '入金先・返金の振込元',
  provider_fee: '決済会社の手数料(課税)',
  provider_fee_exempt: '決済会社の手数料(非課税)',
  suspense: '仮受金',
  difference: '入金の差額(雑損失)',
  gain: '入金の差額(雑収入)',
} as const
export type JournalPart = keyof typeof JOURNAL_PART_NAME
export const JOURNAL_PARTS = Object.keys(JOURNAL_PART_NAME) as JournalPart[]

/** 税区分 depends on whether it is a sale, something taken back of one, a fee that was paid, or no supply. */
export const JOURNAL_TAXES = ['sale', 'return', 'purchase', 'exempt', 'none'] as const
export type JournalTax = (typeof JOURNAL_TAXES)[number]
