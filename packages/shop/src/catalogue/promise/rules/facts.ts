import type { WithdrawalChannel } from '@kushi/values/account'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { ReplyDays } from '@kushi/values/inquiry-status'
import { prefectures } from '@kushi/values/prefecture'
import type { LumpSumCancellation, ReturnFeePayer } from '@kushi/values/promise'
import type { Yen } from '@kushi/values/yen'
import { type DeliveryTerms, deliveryMethodsWithFees } from '../../price/rules/delivery-fees.ts'

/** 返品の条件 of the shop. */
export interface ReturnTerms {
  /** Days after the delivery; null: goods are not taken back for the customer's convenience. */
  return_days: number | null
  /** 「未開封・未使用」 */
  return_condition: string
  return_fee_by: ReturnFeePayer
  /** Days in which a defect or a wrong delivery is to be reported. */
  defect_days: number
}

/** 年払いの途中での解約 of a product or a contract. */
export interface YearlyTerms {
  lump_sum_rule: LumpSumCancellation
  lump_sum_fee_rate: number
}

/** The rule of a contract with several yearly products: the one that is best for the customer. */
export function bestYearlyTerms(products: readonly YearlyTerms[]): YearlyTerms {
  const rank = ({ lump_sum_rule, lump_sum_fee_rate }: YearlyTerms) =>
    ({ refunded: 0, fee: lump_sum_fee_rate, delivered: 1_000 })[lump_sum_rule]
  const [best] = products.toSorted((a, b) => rank(a) - rank(b))
  const { lump_sum_rule, lump_sum_fee_rate } = best ?? { lump_sum_rule: 'delivered', lump_sum_fee_rate: 0 }
  return { lump_sum_rule, lump_sum_fee_rate }
}

/** The facts about one payment method that the shop's texts state. */
export interface PaymentMethodFacts {
  payment_method_id: number | null
  payment_name: string
  provider_name: string | null
  max_amount: Yen
  cumulative_limit: Yen | null
  /** 前払い: days within which the customer pays; null: paid in another way. */
  pay_within_days: number | null
  /** For a method that charges a linked account: whether the shop offers it for 定期便; null for other methods. */
  for_subscriptions: boolean | null
  fees: readonly { from_amount: Yen; fee: Yen }[]
}

/** Everything that the shop promises to its customers, as structured data: what all texts say is rendered from it. */
export interface ShopFacts extends ReturnTerms, ReplyDays {
  shop_name: string
  company_name: string
  company_address: string
  responsible_name: string
  phone_number: string
  phone_hours: string
  email: string
  registration_number: string
  /** The fees that the quote charges. */
  price: DeliveryTerms
  /** The delivery methods by name, with their delivery times. */
  deliveries: readonly {
    id: number
    delivery_name: string
    mail_delivery_flag: boolean
    times: readonly string[]
    leads: readonly { pref_id: number; extra_days: number }[]
  }[]
  payments: readonly PaymentMethodFacts[]
  arranged_before_days: number
  has_subscriptions: boolean
  withdrawal_by: WithdrawalChannel
  password_min: number
  password_max: number
  /** Empty: the shop does not use ranks. */
  ranks: readonly { rank_name: string; discount_rate: number; threshold_amount: Yen }[]
  rank_months: number
  /** Visible products with terms of their own. */
  return_notes: readonly { product_id: number; product_name: string; return_note: string }[]
  /** Visible products that are paid at once for several deliveries. */
  yearly: readonly (YearlyTerms & {
    product_id: number
    product_name: string
    lump_sum_payment_num: number
    /** The prices of one delivery, by its variants. */
    prices: readonly Yen[]
  })[]
  /** Visible products whose sale ends on a planned day. */
  ends: readonly { product_id: number; last_day: CalendarDate }[]
  /** Visible products with a limit of pieces per order. */
  limits: readonly { product_name: string; sale_limit: number }[]
}

const everywhere = prefectures.map((_, n) => n + 1)

/** A delivery fee, and the prefectures that it holds for. */
export interface DeliveryFeeRow {
  /** null: everywhere else. */
  pref_ids: number[] | null
  fee: Yen
}

/** A fee of a method for one parcel, by the rule that prices use. */
type FeeTo = typeof deliveryFeeTo

/** 送料 of a method: the fee of most prefectures first, then the others by fee. As charged, before free delivery. */
export function deliveryFeeRows(
  { price }: Pick<ShopFacts, 'price'>,
  delivery_id: number,
  feeTo: FeeTo = deliveryFeeTo,
): DeliveryFeeRow[] {
  const byFee = new Map<Yen, number[]>()
  for (const pref_id of everywhere) {
    const fee = feeTo({ price }, delivery_id, { pref_id, is_remote_island: false })
    byFee.set(fee, [...(byFee.get(fee) ?? []), pref_id])
  }
  const [most, ...others] = [...byFee].sort(([a, some], [b, more]) => more.length - some.length || a - b)
  return [
    { pref_ids: null, fee: most![0] },
    ...others.sort(([a], [b]) => a - b).map(([fee, pref_ids]) => ({ pref_ids, fee })),
  ]
}

/** The delivery fee in yen for an order to this destination, by the rule that prices use. */
export const deliveryFeeTo = (
  { price }: Pick<ShopFacts, 'price'>,
  delivery_id: number,
  to: { pref_id: number; is_remote_island: boolean },
): Yen => methodTo(price, delivery_id, to).flat_rate_delivery_fee

/** クール代 in yen of one chilled or frozen parcel to this destination; 0: none. */
export const coolFeeTo: FeeTo = ({ price }, delivery_id, to) => methodTo(price, delivery_id, to).cool_fee

function methodTo(price: DeliveryTerms, delivery_id: number, to: { pref_id: number; is_remote_island: boolean }) {
  const found = deliveryMethodsWithFees(price, to, 1).find(({ id }) => id === delivery_id)
  if (!found) throw new RangeError(`no delivery ${delivery_id}`)
  return found
}

/** Whether the shop takes クール代 anywhere. */
export const hasCoolFee = ({ price }: Pick<ShopFacts, 'price'>): boolean =>
  price.deliveries.some(({ cool_fee, prefecture_cool_fees }) =>
    [cool_fee, ...Object.values(prefecture_cool_fees)].some((fee) => fee > 0),
  )

/** 離島: yen that are added to the delivery fee of the prefecture. */
export const islandSurcharge = ({ price }: Pick<ShopFacts, 'price'>, delivery_id: number): Yen =>
  price.deliveries.find(({ id }) => id === delivery_id)?.island_surcharge ?? 0

/** The names of these prefectures, joined by 「、」. */
export const prefectureNamesText = (ids: readonly number[]): string => ids.map((id) => prefectures[id - 1]).join('、')
