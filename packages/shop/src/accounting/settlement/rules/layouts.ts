import type { SettlementColumn, SettlementProvider } from '@kushi/values/settlement'
import { normalizeHead } from '../../../foundation/csv/rules/read-cell.ts'

/** The heads that carry each role; where several are filled, each is tried in order. */
export type SettlementColumns = Partial<Record<SettlementColumn, string[]>>

/** The provider of a file, and the header of each role. */
export interface SettlementLayout {
  /** null: a person says whose file it is. */
  provider: SettlementProvider | null
  columns: SettlementColumns
}

interface BuiltIn {
  provider: SettlementProvider
  /** A file with all of these is of this provider. */
  sign: string[]
  columns: SettlementColumns
}

/**
 * Layouts that are recognised by their heads. GMO-PG's and the carriers' own columns are not public: theirs are assigned
 * once and remembered.
 */
const BUILT_IN: readonly BuiltIn[] = [
  {
    provider: 'amazon_pay',
    sign: ['AmazonTransactionId', 'TransactionType', 'TransactionAmount', 'NetTransactionAmount'],
    columns: {
      order_ref: ['SellerReferenceId', 'SellerOrderId'],
      provider_ref: ['AmazonTransactionId'],
      amount: ['TransactionAmount'],
      fee: ['TotalTransactionFee'],
      net: ['NetTransactionAmount'],
      kind: ['TransactionType'],
      happened_on: ['TransactionPostedDate'],
    },
  },
  {
    provider: 'np',
    sign: ['NP取引ID', '加盟店取引ID', '取引総額', 'お支払総額'],
    columns: {
      order_ref: ['加盟店取引ID'],
      provider_ref: ['NP取引ID'],
      amount: ['取引総額'],
      fee: ['NP手数料(税抜)', 'NP手数料'],
      fee_tax: ['NP手数料消費税'],
      net: ['お支払総額'],
      happened_on: ['取引登録日', '立替確定日'],
      paid_on: ['立替日', 'お支払日'],
    },
  },
  {
    provider: 'paypay',
    sign: ['決済番号', '取引ステータス', '取引金額', '加盟店決済ID'],
    columns: {
      order_ref: ['加盟店決済ID'],
      provider_ref: ['決済番号'],
      amount: ['取引金額'],
      kind: ['取引ステータス'],
      happened_on: ['取引日時'],
    },
  },
]

/** Heads of banks' statements. Each names one side by what the bank does or what the shop does, and no word of one is in the other. */
const BANK: SettlementColumns = {
  amount: [
    ...['入金金額', '入金金額(円)', '預かり金額', 'お預り金額', 'お預入れ', 'お預入金額', '受入金額(円)', '受入金額'],
    ...['入出金(円)', '入出金額'],
  ],
  withdrawal: [
    ...['出金金額', '出金金額(円)', '支払い金額', 'お支払金額', 'お引出し', 'お引出金額', '払出金額(円)', '払出金額'],
  ],
  paid_on: ['日付', '取引日', 'お取引日', '年月日', '取扱日付', '操作日(年)', '操作日(月)', '操作日(日)'],
  party: ['摘要内容', 'お取り扱い内容', '入出金内容', '摘要', '内容', '詳細１'],
  bank_balance: ['残高', '差引残高', 'お預り残高', '預金残高', '残高(円)', '取引後残高(円)', '現在高'],
}
/** One column for both sides: a withdrawal is negative. */
const SIGNED = ['入出金(円)', '入出金額']

function recogniseBank(heads: readonly string[]): SettlementLayout | null {
  const columns = present(BANK, heads)
  const isSigned = SIGNED.some((one) => columns.amount?.map(normalizeHead).includes(one))
  if (!columns.amount || !columns.paid_on || !(columns.withdrawal || isSigned)) return null
  return { provider: 'bank', columns }
}

/** The columns of a layout as far as these heads have them. */
function present(columns: SettlementColumns, heads: readonly string[]): SettlementColumns {
  const at = new Map(heads.map((head) => [normalizeHead(head), head]))
  const found = Object.entries(columns).map(([role, names]) => [
    role,
    names.flatMap((name) => at.get(normalizeHead(name)) ?? []),
  ])
  return Object.fromEntries(found.filter(([, names]) => names!.length > 0)) as SettlementColumns
}

/** Returns the built-in layout with these headers, or null. */
export function recogniseSettlementLayout(heads: readonly string[]): SettlementLayout | null {
  const known = new Set(heads.map(normalizeHead))
  const found = BUILT_IN.find(({ sign }) => sign.every((head) => known.has(normalizeHead(head))))
  return found ? { provider: found.provider, columns: present(found.columns, heads) } : recogniseBank(heads)
}

type Words = readonly [SettlementColumn, RegExp][]

/** Headers of the numbers by which a line finds its order: only providers that pay the shop have them. */
const NUMBERS: Words = [
  ['tracking_no', /(送り状|伝票|問い?合わ?せ|引受|出荷|追跡|荷物).*(番号|No\.?|ナンバー)/i],
  ['order_ref', /(オーダーID|注文番号|受注番号|加盟店取引|お客様管理番号)/i],
  ['provider_ref', /(取引ID|決済番号|トランザクション|承認番号)/i],
]
const PAID_ON = /(振込日|入金(予定)?日|送金日|支払日|精算日)/
const HAPPENED_ON = /(処理日|取引日|売上日|配達(完了)?日|決済日)/

/**
 * Words in the headers of each role, the most specific first, for a provider that pays the shop and states its fee and
 * the payout.
 */
const PAYING_WORDS: Words = [
  ['fee_tax', /手数料.*(消費税|税額)/],
  ['fee_more', /印紙/],
  ['net', /(差引|(支払|振込|精算|送金)(い|総|金|予定)*額|純額)/],
  ['fee', /手数料/],
  ['paid_on', PAID_ON],
  ['happened_on', HAPPENED_ON],
  ...NUMBERS,
  ['kind', /(処理区分|取引区分|状態|ステータス|種別)/],
  ['amount', /(利用金額|代金引換|代金引換額|代引金額|代引額|品代金|入金(金)?額|取引金額|金額)/],
  ['party', /(摘要|お取引内容|取引内容)/],
]

/** Words in the headers of a bank, with separate columns for deposits and withdrawals. */
const BANK_WORDS: Words = [
  ['bank_balance', /残高/],
  ['paid_on', PAID_ON],
  ['happened_on', HAPPENED_ON],
  ['withdrawal', /(出金(?!明細)|引き?出し|支払い?(金)?額|払い?出)/],
  ['amount', /(入金(金)?額|お?預か?り(金額)?|お預(け)?入(れ)?|受入|取引金額|金額)/],
  ['party', /(摘要|お取引内容|取引内容)/],
]

/** Proposes a column for each role, for an operator to confirm. Each column has one role. */
export function proposeSettlementColumns(heads: readonly string[]): Partial<Record<SettlementColumn, string>> {
  const hasNumber = NUMBERS.some(([, words]) => heads.some((head) => words.test(normalizeHead(head))))
  const found: Partial<Record<SettlementColumn, string>> = {}
  for (const [role, words] of hasNumber ? PAYING_WORDS : BANK_WORDS) {
    const taken = new Set(Object.values(found))
    const head = heads.find((one) => !taken.has(one) && words.test(normalizeHead(one)))
    if (head !== undefined) found[role] = head
  }
  return found
}

/** Returns the header of a column that is assigned to two roles, or null. */
export function doublyAssignedColumn(columns: SettlementColumns): string | null {
  const heads = Object.values(columns).flat()
  return heads.find((head, n) => heads.indexOf(head) !== n) ?? null
}

/** Returns a message for the operator if a needed column is not assigned, or null. */
export function missingColumnsText(provider: SettlementProvider, columns: SettlementColumns): string | null {
  if (!columns.amount) return '金額の列を選んでください。'
  if (provider === 'bank') return columns.paid_on ? null : '日付の列を「振込日」に選んでください。'
  if (!columns.order_ref && !columns.provider_ref && !columns.tracking_no)
    return 'ご注文を見つけるための列(当店の番号、決済会社の番号、送り状番号のどれか)を選んでください。'
  return null
}
