import { formatDateWithWeekday } from './date-format.ts'
import { timestampToJapanDate } from './timestamp.ts'

/** Chains of コンビニ at which a number can be paid, in the order of their shops. */
export const KONBINI_NAME = {
  seven_eleven: 'セブン-イレブン',
  family_mart: 'ファミリーマート',
  lawson: 'ローソン',
  mini_stop: 'ミニストップ',
  seicomart: 'セイコーマート',
} as const
export type Konbini = keyof typeof KONBINI_NAME
export const KONBINI_IDS = Object.keys(KONBINI_NAME) as Konbini[]

/** The numbers with which a customer pays at a convenience store (払込番号). */
export interface KonbiniSlip {
  store: Konbini
  receipt_no: string
  /** '': the store needs none. */
  confirmation_no: string
}

interface KonbiniWay {
  /** The store's names of the two numbers, in the order in which it asks for them. Absent: it asks for one only. */
  numbers: { receipt_no?: string; confirmation_no?: string }
  how: string
}

const atMachine = (machine: string): string =>
  `店内の${machine}で番号を入力し、出てきた申込券で、30分以内にレジでお支払いください。`

const atLoppi: KonbiniWay = {
  numbers: { receipt_no: 'お客様番号', confirmation_no: '確認番号' },
  how: atMachine('Loppi'),
}

/** How a customer pays at each chain: the names of the numbers there, and the steps. */
export const KONBINI_INSTRUCTIONS: Readonly<Record<Konbini, KonbiniWay>> = {
  seven_eleven: {
    numbers: { receipt_no: '払込票番号' },
    how: 'レジで「インターネットの支払い」と伝え、番号をお見せください。',
  },
  family_mart: {
    numbers: { confirmation_no: '企業コード', receipt_no: '注文番号' },
    how: atMachine('マルチコピー機'),
  },
  lawson: atLoppi,
  mini_stop: atLoppi,
  seicomart: {
    numbers: { receipt_no: '受付番号', confirmation_no: '確認番号' },
    how: 'レジで「インターネット受付」と伝え、番号を入力してお支払いください。',
  },
}

/** お支払いの期限, 「2026年11月24日(火) 23:59」: a number is good until the end of a day. */
export const paymentDeadlineText = (pay_until: Date): string =>
  `${formatDateWithWeekday(timestampToJapanDate(pay_until.getTime()))} 23:59`

/** The numbers of a slip under the names that its store uses. */
export const konbiniSlipLines = ({ store, ...slip }: KonbiniSlip): { label: string; value: string }[] =>
  (Object.entries(KONBINI_INSTRUCTIONS[store].numbers) as [keyof typeof slip, string][]).flatMap(([name, label]) =>
    slip[name] === '' ? [] : [{ label, value: slip[name] }],
  )
