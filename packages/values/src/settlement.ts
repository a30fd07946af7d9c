import { PAYMENT_METHODS, type PaymentMethodId } from './payment-method.ts'

/** The parties whose settlement files a shop imports: payment providers and carriers that pay it, and its bank. */
export const SETTLEMENT_PROVIDER_NAME = {
  gmo: 'GMOペイメントゲートウェイ',
  amazon_pay: 'Amazon Pay',
  np: 'NP後払い',
  gmo_deferred: 'GMO後払い',
  paypay: 'PayPay',
  paidy: 'あと払い(ペイディ)',
  yamato: 'ヤマト運輸(代引)',
  sagawa: '佐川急便(代引)',
  japan_post: '日本郵便(代引)',
  bank: '銀行の入出金明細',
} as const
export type SettlementProvider = keyof typeof SETTLEMENT_PROVIDER_NAME
export const SETTLEMENT_PROVIDERS = Object.keys(SETTLEMENT_PROVIDER_NAME) as SettlementProvider[]
/** A provider that pays the shop. The bank is excluded, because it only shows that a provider paid. */
export type PayingProvider = Exclude<SettlementProvider, 'bank'>
export const PAYING_PROVIDERS = SETTLEMENT_PROVIDERS.filter((one) => one !== 'bank')

/** Returns the payment method that a provider settles. Carriers settle cash on delivery (代金引換). */
export const paymentMethodOfProvider = (provider: PayingProvider): PaymentMethodId =>
  PAYMENT_METHODS.find((method) => method.provider === provider)?.id ?? null

/** Ways to pay that are not their provider's usual one, by their id: their fees are agreed apart. */
export const METHOD_FEE_NAME: Readonly<Record<string, string>> = Object.fromEntries(
  PAYMENT_METHODS.flatMap(({ id, name, provider }) => {
    const isPaying = PAYING_PROVIDERS.some((one) => one === provider && paymentMethodOfProvider(one) !== id)
    return isPaying ? [[String(id), name]] : []
  }),
)

/** The columns of a settlement file that the shop reads. */
export const SETTLEMENT_COLUMN_NAME = {
  order_ref: '当店の番号(ご注文番号など)',
  provider_ref: '決済会社の番号',
  tracking_no: '送り状番号',
  amount: '金額(入金される元の額)',
  withdrawal: '出金額',
  bank_balance: '残高(銀行の明細)',
  fee: '手数料',
  fee_tax: '手数料の消費税',
  fee_more: 'そのほかの差引額(印紙など)',
  net: '差引後の金額',
  kind: '処理の区分(売上・返金など)',
  happened_on: '取引日',
  paid_on: '振込日',
  party: '摘要',
} as const
export type SettlementColumn = keyof typeof SETTLEMENT_COLUMN_NAME
export const SETTLEMENT_COLUMNS = Object.keys(SETTLEMENT_COLUMN_NAME) as SettlementColumn[]

/**
 * States of a settlement file. `asking`: an operator has to tell its provider, its columns or its payment date.
 * `taking_back`: its bookings are being corrected, block by block.
 */
export const SETTLEMENT_FILE_STATE_NAME = {
  asking: '列の確認待ち',
  reading: '読み取り中',
  done: '取込済み',
  refused: '取り込めません',
  taking_back: '取り消し中',
  taken_back: '取り消し済み',
} as const

/**
 * States of a line of a settlement file. `open`: an operator has to decide. `kept`: an operator left it as 仮受金 until
 * its order is known. `noted`: it concerns no order, such as a transfer to the bank. `taken_back`: its file was taken
 * back.
 */
export const SETTLEMENT_LINE_STATE_NAME = {
  matched: '消込済み',
  open: '確認待ち',
  kept: '仮受金',
  settled: '処理済み',
  noted: '対象外',
  taken_back: '取り消し済み',
} as const

export const SETTLEMENT_LINE_KIND_NAME = {
  sale: '売上',
  refund: '返金',
  chargeback: 'チャージバック',
  fee: '手数料',
  transfer: '振込',
  deposit: '銀行への入金',
} as const
export type SettlementLineKind = keyof typeof SETTLEMENT_LINE_KIND_NAME

/** Actions (処理) that an operator can take on a line that does not match. */
export const SETTLEMENT_ACTION_NAME = {
  assign: 'ご注文に割り当てる',
  accept: 'このまま認める',
  keep: '仮受金のまま置く',
} as const
export type SettlementAction = keyof typeof SETTLEMENT_ACTION_NAME

interface Reason {
  name: string
  /** The one action that is proposed, in words. */
  proposal: string
  action: SettlementAction
}

/** Why a line of a settlement file does not match the books, and the proposed action. */
export const SETTLEMENT_MISMATCH = {
  not_found: {
    name: '当店の注文に見つからない',
    proposal: 'ご注文番号を確かめて、割り当ててください。',
    action: 'assign',
  },
  other_provider: {
    name: '別の支払方法の注文',
    proposal: 'ご注文番号を確かめて、割り当ててください。',
    action: 'assign',
  },
  not_captured: {
    name: '売上が確定していない注文への入金',
    proposal: '仮受金に置き、売上を確定してから割り当ててください。',
    action: 'keep',
  },
  amount_differs: {
    name: '金額が違う',
    proposal: '差額を確かめ、正しければ雑損失(多いときは雑収入)にします。',
    action: 'accept',
  },
  paid_twice: {
    name: '入金が済んだ注文への入金',
    proposal: '仮受金に置き、決済会社に確かめてください。',
    action: 'keep',
  },
  fee_differs: {
    name: '手数料が契約の料率と違う',
    proposal: '契約を確かめ、正しければこのまま認めます。',
    action: 'accept',
  },
  refund_not_ours: {
    name: '当店にない返金',
    proposal: 'ご注文の返金を記録してから、割り当ててください。',
    action: 'assign',
  },
  unknown_kind: {
    name: '区分のわからない明細',
    proposal: '決済会社の説明で区分を確かめ、当店の損益でなければ仮受金に置いてください。',
    action: 'keep',
  },
  chargeback: {
    name: 'チャージバック',
    proposal: '異議を申し立てないときは、雑損失にします。',
    action: 'accept',
  },
  no_payout: {
    name: '決済会社のファイルにない入金',
    proposal: '入金元のファイルを取り込むと自動で合います。売上の入金でなければ、対象外にします。',
    action: 'keep',
  },
} as const satisfies Record<string, Reason>
export type SettlementMismatch = keyof typeof SETTLEMENT_MISMATCH
export const SETTLEMENT_MISMATCHES = Object.keys(SETTLEMENT_MISMATCH) as SettlementMismatch[]

/** How the contract with a provider states the tax of its fee. */
export const FEE_TAX_NAME = {
  exempt: '非課税(クレジットカードなど)',
  included: '税込の料率',
  added: '税抜の料率に消費税を加える',
} as const
export type FeeTax = keyof typeof FEE_TAX_NAME
