import type { Yen } from './yen.ts'

/** Kinds of entries in a member's points (ポイント). One point is one yen. */
export const POINT_ENTRY_KIND_NAME = {
  grant: '付与',
  use: '利用',
  return: '返却',
  revoke: '付与の取り消し',
  adjust: '調整',
  expire: '失効',
  refer: '紹介',
  unrefer: '紹介の取り消し',
} as const

/** Maximum points in one entry, and maximum balance of a member. */
export const MAX_POINTS = 9_999_999

/** Maximum points that an operator may add or remove in one adjustment (調整). It limits the cost of a typing error. */
export const MAX_POINT_ADJUSTMENT = 100_000

/** Days before the expiry of points on which the member is told. */
export const POINT_NOTICE_DAYS = 30

/** 「1,000ポイント」 */
export const formatPoints = (points: number): string => `${points.toLocaleString('ja-JP')}ポイント`

/** Returns the message beside the points field of an order: the allowed range. */
export const pointsRangeText = ({ least, usable }: { least: number; usable: number }): string =>
  `${least.toLocaleString('ja-JP')}から${usable.toLocaleString('ja-JP')}までの数字を入力してください。`
export const NO_POINTS_USABLE_TEXT = 'このご注文ではポイントをお使いいただけません。'

/** The shop's rules for points. */
export interface PointRules {
  /** Percent of the goods, after all discounts and with tax, that come back as points. */
  point_rate: number
  /** Days from the delivery until they are granted; null: when goods can't be returned any more. */
  point_days: number | null
  /** Months after the last grant or use until all points expire. */
  point_months: number
  /** An order takes at least so many. */
  point_least: number
  /** Percent of an order's goods that points may pay. */
  point_most_rate: number
  return_days: number | null
  defect_days: number
}

type GrantRules = Pick<PointRules, 'point_days' | 'return_days' | 'defect_days'>

/**
 * Returns the days from the delivery until points are granted. Without a setting of the shop it is the day after the
 * return period ends.
 */
export const pointGrantDays = ({ point_days, return_days, defect_days }: GrantRules): number =>
  point_days ?? Math.max(return_days ?? 0, defect_days) + 1

/** Returns the points that goods earn. `goods`: yen after discounts. `rate`: percent. Fractions are dropped. */
export const pointsEarned = (goods: Yen, rate: number): number => Math.floor((Math.max(0, goods) * rate) / 100)

/** Returns the rules of points (ポイントのきまり) as sentences for members. */
export function pointTermsTexts(setting: PointRules): string[] {
  const { point_rate, point_months, point_least, point_most_rate } = setting
  return [
    point_rate === 0
      ? 'ただいま、新しいポイントの付与はお休みしています。'
      : `商品代金(税込、割引とポイントの利用分を引いた額)の${point_rate}%を、お届けの${pointGrantDays(setting)}日後に付与します。1ポイント未満は切り捨てます。年払いの定期便では、最後のお届けのあとに付与します。`,
    `1ポイントを1円として、通常購入と定期便の初回のお支払いにお使いいただけます${
      point_least > 1 ? `(${formatPoints(point_least)}から)` : ''
    }。${
      point_most_rate < 100 ? `商品代金の${point_most_rate}%まで使えます。` : ''
    }定期便の2回目からのお届け、送料と手数料には使えません。`,
    `最後にポイントが増えた日、または使った日から${point_months}か月で失効します。失効の${POINT_NOTICE_DAYS}日前にメールでお知らせします。`,
    'ご注文のキャンセルや返品では、使ったポイントをその分お返しし、付与したポイントをその分取り消します。',
    '退会すると、ポイントはなくなります。ポイントの販売、換金、ほかの方への譲渡はできません。',
  ]
}

/** The shop's rules for referrals (お友だち紹介): what the introducing member gets. */
export interface ReferralRules extends GrantRules {
  referral_points: number
  referral_most: number
}

/**
 * Returns the rules of referrals (ご紹介のきまり) as sentences for members. `promotion_name`: the promotion that the friend
 * gets.
 */
export function referralTermsTexts(promotion_name: string, setting: ReferralRules): string[] {
  const { referral_points, referral_most } = setting
  return [
    `お友だちが紹介リンクからはじめてご注文になると、お友だちに「${promotion_name}」が適用されます。`,
    `お友だちのご注文のお届けから${pointGrantDays(setting)}日後に、${formatPoints(referral_points)}を付与します。`,
    'ご注文がキャンセルや返品になったとき、お支払いがまだのとき、特典が適用されなかったときは、付与しません。付与したあとの返品では、ポイントを取り消します。',
    `付与は、1年に${referral_most.toLocaleString('ja-JP')}人分までです。`,
    'ご本人のほかのアカウントと、すでにご注文いただいたことのある方は、対象になりません。',
    'どなたがご注文になったかは、お知らせできません。',
  ]
}
