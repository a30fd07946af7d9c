import { CLICK_ID_DAYS } from '@kushi/values/click-id'
import { registrationNumberText } from '@kushi/values/company'
import { DELIVERY_PATTERN_RANGE } from '@kushi/values/delivery-pattern'
import { replyDaysText } from '@kushi/values/inquiry-status'
import {
  AD_CODE_DAYS,
  INVOICE_DUE_DAYS,
  PAYMENT_RETRY_DAYS,
  SELECTABLE_DELIVERY_DAYS,
  SESSION_DAYS,
} from '@kushi/values/limits'
import {
  isPaidByBankTransfers,
  isPostpaid,
  isReceivableAssigned,
  isSubscriptionUseConfigurable,
  notForFirstDeliveryText,
  paymentMethod,
} from '@kushi/values/payment-method'
import { PRICE_NOTICE_DAYS } from '@kushi/values/price'
import type { ShopPlaceholderName } from '@kushi/values/promise'
import type { Yen } from '@kushi/values/yen'
import { ISLAND_EXTRA_DAYS } from '../../delivery/rules/selectable-dates.ts'
import {
  coolFeeTo,
  type DeliveryFeeRow,
  deliveryFeeRows,
  hasCoolFee,
  islandSurcharge,
  type PaymentMethodFacts,
  prefectureNamesText,
  type ReturnTerms,
  type ShopFacts,
  type YearlyTerms,
} from './facts.ts'

/** A table with its headers. */
export interface PromiseTable {
  head: string[]
  rows: string[][]
}

/** A block as data: a sentence, or a table. */
export type PromiseBlockContent = string | PromiseTable

const digits = (amount: Yen) => `${amount.toLocaleString('ja-JP')}円`
const taxed = (amount: Yen) => `${digits(amount)}(税込)`

/** The phone number with its hours, such as 「お電話(0120-000-000、平日10時〜17時)」. */
export const phoneContactText = ({
  phone_number,
  phone_hours,
}: Pick<ShopFacts, 'phone_number' | 'phone_hours'>): string =>
  `お電話(${phone_number}${phone_hours === '' ? '' : `、${phone_hours}`})`

function feeSentence(facts: ShopFacts, { id, delivery_name }: ShopFacts['deliveries'][number]): string {
  const [most, ...others] = deliveryFeeRows(facts, id)
  const surcharge = islandSurcharge(facts, id)
  const base =
    others.length === 0 && surcharge === 0
      ? `${delivery_name}は全国一律${taxed(most!.fee)}`
      : `${delivery_name}は${taxed(most!.fee)}`
  const farther = others.length > 0 ? [fartherText(others)] : []
  const island =
    surcharge > 0 ? `。離島は、${others.length === 0 ? '' : 'それぞれの額に'}${digits(surcharge)}を加えた額` : ''
  return `${[base, ...farther].join('、')}${island}です。${coolFeeSentence(coolFeeRows(facts, id))}`
}

/** クール代 of a method; empty: it takes none. */
function coolFeeRows(facts: ShopFacts, id: number): DeliveryFeeRow[] {
  const rows = deliveryFeeRows(facts, id, coolFeeTo)
  return rows.some(({ fee }) => fee > 0) ? rows : []
}

const fartherText = (others: readonly DeliveryFeeRow[]) =>
  others.map(({ pref_ids, fee }) => `${prefectureNamesText(pref_ids!)}は${digits(fee)}`).join('、')

function coolFeeSentence([most, ...others]: readonly DeliveryFeeRow[]): string {
  if (!most) return ''
  const differing = others.length > 0 ? `(${fartherText(others)})` : ''
  return `冷蔵・冷凍の商品は、クール代として1個口につき${digits(most.fee)}${differing}を加えます。`
}

const coolFeeRow = ([most, ...others]: readonly DeliveryFeeRow[]): string[][] =>
  most
    ? [
        [
          '',
          'クール便',
          `冷蔵・冷凍は1個口につき、クール代${taxed(most.fee)}を加えた額${others.length > 0 ? `。${fartherText(others)}` : ''}`,
        ],
      ]
    : []

/** The sentence on when delivery is free; empty: never. */
export const freeDeliveryText = ({ price }: Pick<ShopFacts, 'price'>): string =>
  price.delivery_free_amount === null
    ? ''
    : `1回のお届けにつき、商品代金(${price.delivery_free_after_promotions ? '特典の割引後、' : ''}会員ランクの割引前)が${taxed(price.delivery_free_amount)}以上で送料無料になります。${coolFeeWhenFreeText({ price })}`

/** Whether クール代 is free with delivery; empty: the shop takes none. */
function coolFeeWhenFreeText({ price }: Pick<ShopFacts, 'price'>): string {
  if (!hasCoolFee({ price })) return ''
  return price.delivery_free_includes_cool ? 'クール代も無料になります。' : 'クール代は、送料無料のときもかかります。'
}

function feeTable(facts: ShopFacts): PromiseTable {
  const rows = facts.deliveries.flatMap(({ id, delivery_name }) => {
    const found = deliveryFeeRows(facts, id)
    const surcharge = islandSurcharge(facts, id)
    return [
      ...found.map(({ pref_ids, fee }, n) => [
        n === 0 ? delivery_name : '',
        pref_ids === null ? (found.length === 1 ? '全国' : 'そのほかの都府県') : prefectureNamesText(pref_ids),
        taxed(fee),
      ]),
      ...(surcharge > 0 ? [['', '離島', `お届け先の都道府県の額に、${taxed(surcharge)}を加えた額`]] : []),
      ...coolFeeRow(coolFeeRows(facts, id)),
    ]
  })
  const free = freeDeliveryText(facts)
  return {
    head: ['配送方法', 'お届け先', '送料'],
    rows: free === '' ? rows : [...rows, ['送料無料', '全国', free]],
  }
}

function methodFee(method: PaymentMethodFacts): string {
  if (!isPaidByBankTransfers(method.payment_method_id)) return ownFee(method)
  const bank = '金融機関の振込手数料(お客様のご負担)'
  return method.fees.some(({ fee }) => fee > 0) ? `${ownFee(method)}と、${bank}` : bank
}

function ownFee({ fees }: PaymentMethodFacts): string {
  const steps = fees.map(({ fee }) => fee)
  if (steps.every((fee) => fee === 0)) return '0円'
  if (fees.length === 1) return taxed(steps[0]!)
  const parts = fees.map(({ fee }, n) => {
    const next = fees[n + 1]
    return next ? `${digits(next.from_amount)}未満で${digits(fee)}` : `それ以上で${digits(fee)}`
  })
  const falls = steps.some((fee, n) => n > 0 && fee < steps[n - 1]!)
  return `お支払い額が${parts.join('、')}(いずれも税込${falls ? '。割引やポイントで下がったお支払い額では、手数料は上がりません' : ''})`
}

/** When a method is charged, at the order and, with a subscription, for each later delivery. */
export function paymentTimeText(
  {
    payment_method_id,
    pay_within_days,
    for_subscriptions,
    provider_name,
  }: Pick<PaymentMethodFacts, 'payment_method_id' | 'pay_within_days' | 'for_subscriptions' | 'provider_name'>,
  { has_subscriptions, arranged_before_days }: Pick<ShopFacts, 'has_subscriptions' | 'arranged_before_days'>,
): string {
  const { kind, page_of, name, is_once_only, takes_claim } = paymentMethod(payment_method_id)
  if (kind === 'prepaid')
    return `ご注文の日の翌日から${pay_within_days}日以内。ご入金を確認してから、商品をお送りします。期限を過ぎたご注文は、キャンセルになります。${has_subscriptions && for_subscriptions ? '定期便では、1回目のお届けだけにご利用いただけます。2回目からは、ご注文のときにお選びいただく方法です。' : ''}`
  const later =
    has_subscriptions && for_subscriptions
      ? `定期便では、はじめに${name}を連携していただき、1回目はご注文の確定時、2回目からは${chargeDay({ arranged_before_days })}に、1回分ずつ。`
      : ''
  if (takes_claim)
    return `ご注文の確定時に、${name}の画面で承認していただきます。代金は、商品をお送りしたあとに${provider_name ?? name}から請求され、その期限までにお支払いいただきます。`
  if (page_of) return `ご注文の確定時に、${name}の画面でお支払いいただきます。${later}`
  switch (kind) {
    case 'card':
    case 'wallet':
      return `ご注文の確定時。${has_subscriptions && !is_once_only ? `定期便の2回目からは、${chargeDay({ arranged_before_days })}に、1回分ずつ。` : ''}引き落としの日は、カード会社の規約によります。`
    case 'invoice':
      return `${invoiceDue}。請求書は、商品とは別に届きます。`
    case 'cash':
      return '商品を受け取るとき。'
  }
}

const invoiceDue = `請求書の発行から${INVOICE_DUE_DAYS}日以内`

const chargeDay = ({ arranged_before_days }: Pick<ShopFacts, 'arranged_before_days'>) =>
  `変更の締切の翌日(お届け予定日の${arranged_before_days - 1}日前。遠いお届け先と休業日の前は、それより早い日)`

const limitsOf = ({ yearly, has_subscriptions }: ShopFacts, method: PaymentMethodFacts): string => {
  const { payment_method_id, max_amount, cumulative_limit, provider_name, for_subscriptions } = method
  const { limit } = paymentMethod(payment_method_id)
  const isForOne = notForFirstDeliveryText(payment_method_id, for_subscriptions) !== null
  return [
    has_subscriptions && isForOne ? '定期便にはご利用いただけません' : '',
    yearly.length > 0 &&
    !isForOne &&
    (isPostpaid(payment_method_id) || isSubscriptionUseConfigurable(payment_method_id))
      ? '年払いの商品にはご利用いただけません'
      : '',
    `1回${digits(Math.min(max_amount, limit?.normal ?? max_amount))}まで`,
    limit && limit.subscription < max_amount ? `定期便では1回${digits(limit.subscription)}まで` : '',
    cumulative_limit === null ? '' : `未払いの合計${digits(cumulative_limit)}まで`,
    isReceivableAssigned(payment_method_id) && provider_name
      ? `${provider_name}が提供し、代金債権は同社に譲渡されます。同社の審査があります`
      : '',
  ]
    .filter(Boolean)
    .join('。')
}

/** 「NP後払いは株式会社ネットプロテクションズ」 */
const invoiceProviders = ({ payments }: ShopFacts): string =>
  payments
    .filter(({ payment_method_id }) => isReceivableAssigned(payment_method_id))
    .map(({ payment_name, provider_name }) => `${payment_name}は${provider_name ?? '提供会社'}`)
    .join('、')

/** The sentence that names the payment methods that can't pay for 年払い; empty: there are none. */
export const yearlyPaymentExclusionText = ({ yearly, payments }: ShopFacts): string => {
  const names = payments.filter(({ payment_method_id }) => isPostpaid(payment_method_id))
  return yearly.length === 0 || names.length === 0
    ? ''
    : `年払いの商品には、${names.map(({ payment_name }) => payment_name).join('と')}はご利用いただけません。`
}

const paymentTable = (facts: ShopFacts): PromiseTable => ({
  head: ['方法', '時期', '手数料', '上限など'],
  rows: facts.payments.map((method) => [
    method.payment_name,
    paymentTimeText(method, facts),
    methodFee(method),
    limitsOf(facts, method),
  ]),
})

function feesSentence({ payments }: ShopFacts): string {
  const paid = payments.filter(({ fees }) => fees.some(({ fee }) => fee > 0))
  const some = paid.map((method) => `${method.payment_name}は、${methodFee(method)}。`)
  if (some.length === 0) return '0円です。'
  return `${some.join('')}${paid.length < payments.length ? 'そのほかのお支払い方法は0円です。' : ''}`
}

/** 「北海道はさらに1日、離島はさらに2日かかります。」 of one method. */
function fartherSentence({ leads }: ShopFacts['deliveries'][number]): string {
  const days = Map.groupBy(
    leads.filter(({ extra_days }) => extra_days > 0),
    ({ extra_days }) => extra_days,
  )
  const farther = [...days]
    .sort(([a], [b]) => a - b)
    .map(([extra, own]) => {
      const ids = own.map(({ pref_id }) => pref_id).sort((a, b) => a - b)
      return `${prefectureNamesText(ids)}はさらに${extra}日`
    })
  return `${[...farther, `離島はさらに${ISLAND_EXTRA_DAYS}日`].join('、')}かかります。`
}

function leadSentence({ deliveries }: ShopFacts): string {
  const all = deliveries.map((method) => ({ name: method.delivery_name, text: fartherSentence(method) }))
  const isSame = new Set(all.map(({ text }) => text)).size <= 1
  const farther = isSame ? (all[0]?.text ?? '') : all.map(({ name, text }) => `${name}では、${text}`).join('')
  return `最短で、ご注文の${SELECTABLE_DELIVERY_DAYS.first_after}日後からお届けします(定休日と休業日は数えません)。${farther}`
}

function choiceSentence({ deliveries }: ShopFacts): string {
  const parcels = deliveries.filter(({ mail_delivery_flag }) => !mail_delivery_flag)
  const letters = deliveries.filter(({ mail_delivery_flag }) => mail_delivery_flag)
  const times = parcels.map(({ delivery_name, times: own }) =>
    own.length === 0
      ? `${delivery_name}では、時間帯は指定できません。`
      : `${delivery_name}の時間帯は、${own.join('、')}です。`,
  )
  return [
    parcels.length > 0 ? `最短のお届け日から${SELECTABLE_DELIVERY_DAYS.count}日のあいだで、日を選べます。` : '',
    ...times,
    ...letters.map(({ delivery_name }) => `${delivery_name}では、日時は指定できません。`),
  ].join('')
}

/** The sentence on the last day for changes of the next delivery, such as 「次回お届け予定日の10日前(…)まで」. */
export const changeDeadlineText = ({ arranged_before_days }: Pick<ShopFacts, 'arranged_before_days'>): string =>
  `次回お届け予定日の${arranged_before_days}日前(遠いお届け先と休業日の前は、マイページでご案内するそれより早い日)まで`

/**
 * The sentences on how a subscription is cancelled. 解約 is accepted on every day; an arranged delivery is the last one.
 * For yearly contracts their own rule says the cost.
 */
export function cancellationText(facts: ShopFacts): string {
  const how = `${changeDeadlineText(facts)}に、マイページの「定期便一覧」か${phoneContactText(facts)}でお手続きください。`
  return facts.yearly.every(({ lump_sum_rule }) => lump_sum_rule === 'refunded')
    ? `${how}期限のあとでも解約を承り、手配済みの1回を最後に終わります。解約料はかかりません。`
    : `${how}お支払いが1回ごとの定期便は、期限のあとでも解約を承り、手配済みの1回を最後に終わり、解約料はかかりません。年払いの定期便は、${yearlyCancel(facts)}`
}

/** Words for the days within which goods can be returned, or for none. */
export const returnPeriodText = ({ return_days }: Pick<ShopFacts, 'return_days'>): string =>
  return_days === null ? 'お受けしていません' : `商品が届いてから${return_days}日以内`

/** The sentence on returns for the customer's convenience. */
export const returnTermsText = (facts: ReturnTerms): string =>
  facts.return_days === null
    ? 'お客さまのご都合による返品は、お受けしていません。'
    : `お客さまのご都合による返品は、${facts.return_condition === '' ? '' : `${facts.return_condition}に限り、`}${returnPeriodText(facts)}に承ります。${returnFeeText(facts)}`

/** The sentence on who pays the postage of a return. */
export const returnFeeText = ({ return_fee_by }: Pick<ReturnTerms, 'return_fee_by'>): string =>
  `返品の送料は、${return_fee_by === 'shop' ? '当店が負担します' : 'お客さまのご負担です'}。`

/** The sentence on defective and wrong goods. */
export const defectTermsText = ({ defect_days }: Pick<ShopFacts, 'defect_days'>): string =>
  `不良品やお届け違いは、届いてから${defect_days}日以内にご連絡ください。送料は当店が負担し、交換または返金いたします。この期間は、法律でお客さまに認められた権利を制限するものではありません。`

const returnTable = ({ return_notes }: ShopFacts): PromiseTable => ({
  head: ['商品', '返品の条件'],
  rows: return_notes.map(({ product_name, return_note }) => [product_name, return_note]),
})

/** The sentence on what happens to paid deliveries when a yearly contract is cancelled. */
export function yearlyCancellationText({ lump_sum_rule, lump_sum_fee_rate }: YearlyTerms): string {
  switch (lump_sum_rule) {
    case 'refunded':
      return '途中で解約されたときは、まだ発送を手配していない回の代金をお返しします。解約料はかかりません。'
    case 'fee':
      return `途中で解約されたときは、まだ発送を手配していない回の代金から、その${lump_sum_fee_rate}%の解約料を引いた額をお返しします。`
    case 'delivered':
      return '途中で解約されても、お支払い済みの分は予定どおりお届けします。残りの代金はお返ししません。'
  }
}

const yearlyTable = ({ yearly, price }: ShopFacts): PromiseTable => ({
  head: ['商品', '回数と代金の総額', '途中での解約'],
  rows: yearly.map((one) => [
    one.product_name,
    `全${one.lump_sum_payment_num}回。総額は1点につき${one.prices
      .map((each) => `${taxed(each * one.lump_sum_payment_num)}(1回あたり${digits(each)})`)
      .join(
        'または',
      )}で、送料${hasCoolFee({ price }) ? 'とクール代' : ''}はかかりません。ご注文のときに${one.lump_sum_payment_num}回分をまとめてお支払いいただき、${one.lump_sum_payment_num}回のお届けで終わります。自動では更新されません。`,
    yearlyCancellationText(one),
  ]),
})

const yearlyCancel = ({ yearly }: ShopFacts): string => {
  const said = new Set(yearly.map(yearlyCancellationText))
  if (said.size <= 1) return [...said].join('')
  return yearly.map((one) => `${one.product_name}: ${yearlyCancellationText(one)}`).join('')
}

const limitSentence = ({ limits }: ShopFacts): string =>
  [
    '1回のご注文の上限は、商品ごとに表示します。',
    ...limits.map(({ product_name, sale_limit }) => `「${product_name}」は、1回のご注文で${sale_limit}点までです。`),
  ].join('')

const withdrawSentence = (facts: ShopFacts): string =>
  `${facts.withdrawal_by === 'mypage' ? `マイページか${phoneContactText(facts)}` : phoneContactText(facts)}で承ります。${facts.has_subscriptions ? '定期便も終わります。手配済みのお届けがあるときは、お受け取りになってから退会となり、それまでは取り消せます。' : ''}`

const rankTable = ({ ranks, rank_months }: ShopFacts): PromiseTable => ({
  head: ['ランク', `この${rank_months}か月のお買い上げ`, '商品代金の割引'],
  rows: ranks.map(({ rank_name, threshold_amount, discount_rate }) => [
    rank_name,
    threshold_amount === 0 ? '会員登録をされた方' : `${taxed(threshold_amount)}以上`,
    `${discount_rate}%`,
  ]),
})

const { months, interval_days } = DELIVERY_PATTERN_RANGE

/** Each block by its name; the one place in which a promise is put into words. */
export const promiseBlocks: Record<ShopPlaceholderName, (facts: ShopFacts) => PromiseBlockContent> = {
  販売業者: ({ company_name }) => company_name,
  運営責任者: ({ responsible_name }) => responsible_name,
  所在地: ({ company_address }) => company_address,
  電話番号: ({ phone_number }) => phone_number,
  電話の受付時間: ({ phone_hours }) => phone_hours,
  お電話: phoneContactText,
  メールアドレス: ({ email }) => email,
  登録番号の表記: ({ registration_number }) => registrationNumberText(registration_number),
  送料: (facts) => facts.deliveries.map((one) => feeSentence(facts, one)).join(''),
  送料の表: feeTable,
  送料無料の条件: freeDeliveryText,
  送料無料の金額: ({ price }) =>
    price.delivery_free_amount === null
      ? ''
      : `${price.delivery_free_after_promotions ? '特典の割引後の商品代金で' : ''}${taxed(price.delivery_free_amount)}`,
  お支払い方法: paymentTable,
  お支払い方法の名前: ({ payments }) => payments.map(({ payment_name }) => payment_name).join('、'),
  お支払いの手数料: feesSentence,
  後払いの提供先: invoiceProviders,
  後払いの期限: () => invoiceDue,
  お届けまでの日数: leadSentence,
  お届け日の指定: choiceSentence,
  定期便の間隔: () =>
    `「毎月10日」のような日付、「毎月第2土曜日」のような曜日(${months.min}〜${months.max}か月ごと)、「45日ごと」のような日数(${interval_days.min}〜${interval_days.max}日ごと)から選べます。`,
  定期便の変更期限: changeDeadlineText,
  定期便の請求日: chargeDay,
  解約の方法: cancellationText,
  再手続きの日: () => PAYMENT_RETRY_DAYS.map((days) => `${days}日後`).join('、'),
  お知らせの時期: () => `適用する回のお届け予定日の${PRICE_NOTICE_DAYS}日前まで`,
  年払いの条件: yearlyTable,
  年払いの解約: yearlyCancel,
  返品の条件: returnTermsText,
  返品の期限: returnPeriodText,
  返品の送料: returnFeeText,
  不良品の返品: defectTermsText,
  商品ごとの返品: returnTable,
  数量の制限: limitSentence,
  退会の方法: withdrawSentence,
  会員ランクの表: rankTable,
  ランクの期間: ({ rank_months }) => `${rank_months}か月`,
  パスワードの文字数: ({ password_min, password_max }) => `${password_min}文字以上${password_max}文字以内`,
  ログインの期間: () => `最後のご利用から${SESSION_DAYS.unused}日(はじめのログインから${SESSION_DAYS.longest}日まで)`,
  広告コードの期間: () => `${AD_CODE_DAYS}日間`,
  クリックIDの期間: () => `${CLICK_ID_DAYS}日間`,
  お返事の目安: replyDaysText,
}
