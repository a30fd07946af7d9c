import type { LinkedWallet } from './linked-account.ts'
import type { ProviderAccountKind } from './shop-account.ts'
import type { Yen } from './yen.ts'

/** States of a payment attempt (決済の状態), with their names for operators. They are the same for every method. */
export const PAYMENT_STATE_NAME = {
  /** Written; the provider may or may not have received it. */
  intent: '手続き中',
  /** The browser is at the provider. No money moves before it returns. */
  redirected: 'お客様が手続き中',
  /** The browser has returned; the money may have been requested. */
  returned: '結果を確認中',
  /** A person at the provider reviews it. */
  held: '審査中',
  /** The customer has a number with which to pay, until a day. */
  awaiting: '入金待ち',
  authorised: '仮売上',
  failed: 'エラー',
  /** Authorised after its order was given up: must be voided. */
  void_pending: '取消待ち',
  voided: '取消済み',
  /** Part of it (`refunded_amount`) may have been refunded. */
  captured: '売上確定',
  /** In full. */
  refunded: '返金済み',
} as const
export type PaymentState = keyof typeof PAYMENT_STATE_NAME

/**
 * Returns the state's name for operators. Authorised cash on delivery reads お届け時にお支払い, and a captured prepayment 入金済み.
 */
export function paymentStateName(state: PaymentState, payment_method_id: number | null): string {
  if (state === 'authorised' && payment_method_id === null) return 'お届け時にお支払い'
  return state === 'captured' && isPrepaidMethod(payment_method_id) ? '入金済み' : PAYMENT_STATE_NAME[state]
}

/** Payment methods (お支払い方法) by their id on the wire; cash on delivery has none. */
export const PAYMENT_METHOD = {
  credit_card: 1,
  amazon_pay: 2,
  deferred: 3,
  np: 4,
  paypay: 5,
  konbini: 6,
  bank_transfer: 7,
  rakuten_pay: 8,
  d_barai: 9,
  au_pay: 10,
  merpay: 11,
  apple_pay: 12,
  google_pay: 13,
  paidy: 14,
  cash_on_delivery: null,
} as const

export type PaymentMethodId = (typeof PAYMENT_METHOD)[keyof typeof PAYMENT_METHOD]
export const PAYMENT_METHOD_IDS = Object.values(PAYMENT_METHOD)

/** Wallets behind GMO's OpenAPI type, by its walletType. */
export type GmoWallet = 'RAKUTEN' | 'DOCOMO' | 'AU_APP' | 'MERPAY'

/** Sheets in which a browser lets its owner pay by a card that it knows. */
export type CardSheet = 'apple_pay' | 'google_pay'
/**
 * The window in which the customer approves the total on the confirmation: a sheet of the browser, or Paidy's window.
 */
export type PaymentSheet = CardSheet | 'paidy'
/** Brands of cards that a shop may take by them. */
export const SHEET_BRANDS = ['visa', 'mastercard', 'amex', 'jcb'] as const
export type SheetBrand = (typeof SHEET_BRANDS)[number]

interface PaymentMethod {
  id: PaymentMethodId
  /** The name that customers read. */
  name: string
  /**
   * How the money is collected. Most rules and texts follow from it. `card`: charged to a card, at the order and
   * automatically for later deliveries. `wallet`: the same with an account at a provider; only possible when a
   * subscription begins with it. `invoice`: another company examines the customer and sends a bill after the goods
   * (後払い). `cash`: collected at the door. `prepaid`: the customer pays by a number until a day, and nothing is sent before;
   * no provider gives such money back.
   */
  kind: 'card' | 'wallet' | 'invoice' | 'cash' | 'prepaid'
  /** The account that its payments name (`payment.account`), and whose settlement files pay them; null: carriers. */
  provider: ProviderAccountKind | null
  /** Every name of the method that customers read must match this, so that they recognise it. */
  words: RegExp
  /** The names of the method in files of other systems, if different. */
  foreign_words?: RegExp
  /** Only for single purchases: the customer has to be present at each charge. */
  is_once_only?: true
  /** 前払い at a store: the customer chooses the chain at which its number is good. */
  asks_store?: true
  /** 前払い by transfers, each of its own amount: too little, too much, late and twice happen. */
  in_transfers?: true
  /** 前払い: the name of the number or account that the customer pays to, and of the paper that serves as 領収書. */
  prepaid_by?: { slip: string; proof: string }
  /** Paid on the page of this company, which is sent what the payment needs. */
  page_of?: string
  /**
   * 定期便, where the shop's contract grants it (`shop_payment.for_subscriptions`): the customer links their account at the
   * provider once, and each delivery is charged to it and captured at the same time. `path`: our page to which the browser
   * returns with the link; `timing`: when the first one is charged, in the words of the confirmation.
   */
  links_account?: { wallet: LinkedWallet; path: string; timing: string }
  /** GMO passes it on to this wallet. */
  gmo_wallet?: GmoWallet
  /** The confirmation opens it. GMO charges the token of a sheet of the browser. */
  sheet?: PaymentSheet
  /**
   * The provider examines the customer, takes over the claim and bills them, as with 後払い. It gets their data with their
   * consent (`shop_payment.provider_name`).
   */
  takes_claim?: true
  /** Chosen at the provider by its own button, before the confirmation. */
  has_button?: true
  /** The provider's maximum per charge in yen, whatever the shop allows. Such a provider rejects 0 yen too. */
  limit?: { normal: Yen; subscription: Yen }
  /**
   * The provider redirects the browser. `path`: our page or path to which it returns; `hook`: where it is finished, if not
   * there; `key`: the parameter or field that names the attempt, itself or in the field `within` of its JSON in Base64URL;
   * `minutes`: the customer pays on its page, for so long.
   */
  returning?: { path: string; hook?: string; key: string; within?: string; minutes?: number }
  /** Days for which the money is reserved before it is captured at shipping; absent: as long as anybody may choose. */
  reserved_days?: number
  /** A later charge whose response was lost can't be looked up there by our number. */
  is_blind?: true
  /** The provider's record contains a refund only after a while. */
  refunds_later?: true
  /** The amount can be raised without the customer. If the provider refuses that, the first amount stays authorised. */
  can_be_raised?: true
  /** The method for a subscription when cash is no longer available. */
  follows_cash?: true
  /** When it is charged, in the words of the confirmation, where it is not charged like a card. */
  timing?: string
  /** Shown wherever an order is shown. */
  note?: string
}

/** The days that contracts usually grant, as far as published. */
const RESERVED_DAYS = 30

/** Paid on a page of its provider, to which the confirmation leads. */
const onItsPage = (name: string, page_of: string) =>
  ({
    name,
    kind: 'wallet',
    page_of,
    reserved_days: RESERVED_DAYS,
    refunds_later: true,
    timing: `「注文を確定する」を押すと${name}の画面に移ります。そこでお支払いいただくと、ご注文が確定します。`,
  }) as const satisfies Partial<PaymentMethod>

/** The callback of GMO's OpenAPI type. */
const gmoReturn = { path: '/v1/payment/gmo-wallet/return', key: 'p', within: 'csrfToken' } as const

/** A wallet by GMO's OpenAPI type, with the account of the cards. */
const byGmo = (gmo_wallet: GmoWallet, name: string, page_of: string) =>
  ({
    ...onItsPage(name, page_of),
    provider: 'gmo',
    gmo_wallet,
    is_once_only: true,
    // How long its page lasts is not published.
    returning: { ...gmoReturn, minutes: 10 },
  }) as const satisfies Partial<PaymentMethod>

/** A method paid by the token of a browser's sheet, which GMO's OpenAPI type charges with the account of the cards. */
const bySheet = (sheet: CardSheet, name: string) =>
  ({
    name,
    kind: 'wallet',
    provider: 'gmo',
    sheet,
    is_once_only: true,
    reserved_days: RESERVED_DAYS,
    timing: `「注文を確定する」を押すと、${name}の画面が開きます。そこでお支払いを承認していただくと、ご注文が確定します。実際の引き落とし日は、カード会社の規約によります。`,
  }) as const satisfies Partial<PaymentMethod>

/**
 * 支払方法: one object says all that rules, lists, texts, settlement and screens need of a way to pay. Where a name fits several,
 * the first one is meant.
 */
const methods: Record<keyof typeof PAYMENT_METHOD, PaymentMethod> = {
  credit_card: {
    id: 1,
    name: 'クレジットカード',
    kind: 'card',
    provider: 'gmo',
    words: /カード|クレジット/,
    foreign_words: /クレジット|カード|credit/i,
    returning: { path: '/v1/payment/gmo/return', key: 'AccessID' },
    can_be_raised: true,
  },
  amazon_pay: {
    id: 2,
    name: 'Amazon Pay',
    kind: 'wallet',
    provider: 'amazon_pay',
    words: /Amazon/i,
    has_button: true,
    limit: { normal: 10_000_000, subscription: 100_000 },
    // Amazon's own screen returns to our page first.
    returning: { path: '/sh/redirect/amazon', hook: '/v1/payment/amazon/return', key: 'amazonCheckoutSessionId' },
    is_blind: true,
    refunds_later: true,
    note: 'Amazonアカウントに登録されているお支払い方法に請求します。',
  },
  paypay: {
    ...onItsPage('PayPay', 'PayPay株式会社'),
    id: 5,
    provider: 'paypay',
    words: /PayPay|ペイペイ/i,
    returning: { path: '/v1/payment/paypay/return', key: 'key', minutes: 5 },
    links_account: {
      wallet: 'paypay',
      path: '/sh/redirect/linked-account',
      timing:
        '1回目: 「注文を確定する」を押すと、PayPayでお支払いになり、ご注文が確定します。PayPayの連携がまだのときは、先にPayPayの画面で連携していただきます。',
    },
  },
  rakuten_pay: { ...byGmo('RAKUTEN', '楽天ペイ', '楽天ペイメント株式会社'), id: 8, words: /楽天ペイ|rakuten ?pay/i },
  d_barai: { ...byGmo('DOCOMO', 'd払い', '株式会社NTTドコモ'), id: 9, words: /d払い/i },
  au_pay: { ...byGmo('AU_APP', 'au PAY', 'KDDI株式会社'), id: 10, words: /\bau ?PAY/i },
  merpay: { ...byGmo('MERPAY', 'メルペイ', '株式会社メルペイ'), id: 11, words: /メルペイ|merpay/i },
  apple_pay: { ...bySheet('apple_pay', 'Apple Pay'), id: 12, words: /apple ?pay|アップルペイ/i },
  // 3-D Secure, where its card is none of a device.
  google_pay: {
    ...bySheet('google_pay', 'Google Pay'),
    id: 13,
    words: /google ?pay|グーグルペイ/i,
    returning: gmoReturn,
  },
  // 前払式 it is not: the money is reserved, and taken when the goods are sent.
  paidy: {
    id: 14,
    name: 'あと払い(ペイディ)',
    kind: 'wallet',
    provider: 'paidy',
    words: /ペイディ|paidy/i,
    sheet: 'paidy',
    takes_claim: true,
    is_once_only: true,
    reserved_days: RESERVED_DAYS,
    timing:
      '「注文を確定する」を押すと、ペイディの画面が開きます。そこで審査のうえ、お支払いが承認されると、ご注文が確定します。代金は、商品をお送りしたあとに、ペイディから請求されます。',
    note: 'お支払いの期限と方法、それにかかる手数料は、ペイディの画面とお知らせでご確認ください。',
  },
  np: {
    id: 4,
    name: 'NP後払い',
    kind: 'invoice',
    provider: 'np',
    words: /後払/,
    foreign_words: /NP/i,
    follows_cash: true,
  },
  deferred: { id: 3, name: '後払い', kind: 'invoice', provider: 'gmo_deferred', words: /後払/ },
  // Behind 後払い, which customers may pay at a コンビニ too.
  konbini: {
    id: 6,
    name: 'コンビニ払い',
    kind: 'prepaid',
    provider: 'gmo',
    words: /コンビニ/,
    is_once_only: true,
    asks_store: true,
    prepaid_by: { slip: 'お支払いの番号', proof: 'お支払い時の受領書' },
  },
  bank_transfer: {
    id: 7,
    name: '銀行振込',
    kind: 'prepaid',
    provider: 'gmo',
    words: /振込/,
    is_once_only: true,
    in_transfers: true,
    prepaid_by: { slip: '振込先の口座', proof: '金融機関の振込の控え' },
    // 特商法12条の6: the cost in addition to the price.
    note: '金融機関の振込手数料は、お客様のご負担になります。',
  },
  cash_on_delivery: {
    id: null,
    name: '代金引換',
    kind: 'cash',
    provider: null,
    words: /代金引換|代引/,
    foreign_words: /代引|代金引換|着払/,
    can_be_raised: true,
  },
}
export const PAYMENT_METHODS: readonly Readonly<PaymentMethod>[] = Object.values(methods)

/** Ids of these ways to pay, as a list in SQL. */
export const paymentMethodIdList = (which: (method: Readonly<PaymentMethod>) => boolean | undefined): string =>
  PAYMENT_METHODS.flatMap((method) => (which(method) ? [String(method.id)] : [])).join(', ')

const byId = new Map<number | null, PaymentMethod>(PAYMENT_METHODS.map((method) => [method.id, method]))

/** Takes any number, because a database column may contain any. @throws RangeError for an unknown id */
export function paymentMethod(id: number | null): PaymentMethod {
  const method = byId.get(id)
  if (!method) throw new RangeError(`no payment method ${id}`)
  return method
}

export const paymentMethodName = (id: number | null): string => paymentMethod(id).name
/** The methods as choices of a filter; 0 is cash on delivery, which has no id. */
export const PAYMENT_METHOD_FILTER_NAME: Record<string, string> = Object.fromEntries(
  PAYMENT_METHOD_IDS.map((id) => [String(id ?? 0), paymentMethodName(id)]),
)

/**
 * Returns the shop's own name of a method with the method's kind: 「らくらく払い(NP後払い)」. A customer must see that a bill
 * follows.
 */
export const paymentNameWithKind = (id: number | null, payment_name: string): string =>
  paymentMethod(id).words.test(payment_name) ? payment_name : `${payment_name}(${paymentMethodName(id)})`

/** Returns the id of the payment method with this name; undefined if no method has it. */
export const findPaymentMethodByName = (name: string): PaymentMethodId | undefined =>
  PAYMENT_METHODS.find(({ words, foreign_words = words }) => foreign_words.test(name.normalize('NFKC')))?.id

/** Whether the customer pays by credit card. */
export const isCardPayment = (id: number | null): boolean => paymentMethod(id).kind === 'card'
/** 後払い */
export const isDeferredPayment = (id: number | null): boolean => paymentMethod(id).kind === 'invoice'
/** Whether another company examines the customer, takes over the claim and bills them: 後払い, and Paidy. */
export const isReceivableAssigned = (id: number | null): boolean =>
  isDeferredPayment(id) || paymentMethod(id).takes_claim === true
/** 代金引換 */
export const isCashOnDelivery = (id: number | null): boolean => paymentMethod(id).kind === 'cash'
/** 前払い: nothing is sent before the money is here. */
export const isPrepaidMethod = (id: number | null): boolean => paymentMethod(id).kind === 'prepaid'
/** Whether the customer pays on the provider's page, before the browser returns. */
export const isPaidOnProviderPage = (id: number | null): boolean => paymentMethod(id).page_of !== undefined
/** The sheet that the confirmation opens; undefined: none. */
export const paymentSheetOf = (id: number | null): PaymentSheet | undefined => paymentMethod(id).sheet
/** The browser's sheet of a method, which not every browser has; undefined: none. */
export function cardSheetOf(id: number | null): CardSheet | undefined {
  const sheet = paymentSheetOf(id)
  return sheet === 'paidy' ? undefined : sheet
}
/** Whether a method is paid by bank transfers (銀行振込), whose sum may be less or more than the amount. */
export const isPaidByBankTransfers = (id: number | null): boolean => paymentMethod(id).in_transfers ?? false
/** Whether cash is collected at the door. An order of 0 yen is handed over without payment. */
export const collectsCashAtDoor = (order: { payment_method_id: number | null; payment_total: number }): boolean =>
  isCashOnDelivery(order.payment_method_id) && order.payment_total > 0

/** Shown instead of a payment method when nothing is to be paid. */
export const NOTHING_TO_PAY_TEXT = 'お支払いはありません'

/**
 * Whether a purchase costs nothing, including every later delivery of a subscription (`later`). No payment method is
 * chosen then.
 */
export const isNothingToPay = (sums: { payment_total: Yen; later: readonly { payment_total: Yen }[] }): boolean =>
  [sums, ...sums.later].every(({ payment_total }) => payment_total === 0)

/** The sheet to open for a purchase; undefined: by none, as when there is nothing to pay, which no sheet can ask for. */
export const paymentSheetToOpen = (
  id: number | null,
  sums: Parameters<typeof isNothingToPay>[0],
): PaymentSheet | undefined => (isNothingToPay(sums) ? undefined : paymentSheetOf(id))

/**
 * Whether the shop can set the deliveries of a 定期便 that a method pays (`shop_payment.for_subscriptions`): all of them
 * by a linked account, or the first one by 前払い.
 */
export const isSubscriptionUseConfigurable = (id: number | null): boolean =>
  paymentMethod(id).links_account !== undefined || isPrepaidMethod(id)

/**
 * Returns why the deliveries of a 定期便 can't be paid by this method; null if they can. `for_subscriptions`: as the shop has set
 * it.
 */
export function notForSubscriptionsText(id: number | null, for_subscriptions: boolean | null): string | null {
  const { is_once_only, links_account, name } = paymentMethod(id)
  const isPossible = links_account ? for_subscriptions === true : !is_once_only
  if (isPossible) return null
  return for_subscriptions && isPrepaidMethod(id)
    ? `${name}は、定期便の2回目からはご利用いただけません。`
    : `${name}は、定期便ではご利用いただけません。通常のご購入でお選びいただけます。`
}

/** The reason why a method can't pay the first delivery of a 定期便; null: it can. 前払い can, if the shop offers it so. */
export const notForFirstDeliveryText = (id: number | null, for_subscriptions: boolean | null): string | null =>
  isPrepaidMethod(id) && for_subscriptions ? null : notForSubscriptionsText(id, for_subscriptions)

/** Whether an order pays the first delivery alone, so that it names the way of the later ones (`second_way`). */
export const paysFirstDeliveryOnly = (order: { payment_method_id: number | null; is_subscription: boolean }): boolean =>
  order.is_subscription && isPrepaidMethod(order.payment_method_id)

/** The methods that charge later deliveries to an account that the customer linked. */
export const ACCOUNT_LINKING_PAYMENT_METHODS = PAYMENT_METHODS.filter(({ links_account }) => links_account)

/**
 * Whether refunds of this method are made by the shop itself, by bank transfer or by hand. No provider can refund it.
 */
export const isRefundedByHand = (id: number | null): boolean => isCashOnDelivery(id) || isPrepaidMethod(id)

/** 代金引換 and 後払い: nothing is charged at the order, so the customer need not be present. */
export const isPostpaid = (id: number | null): boolean => isCashOnDelivery(id) || isDeferredPayment(id)

/** Whether a later delivery by this method is charged to an account that the customer linked. */
export const isChargedToLink = (payment_method_id: number | null): boolean =>
  paymentMethod(payment_method_id).links_account !== undefined
