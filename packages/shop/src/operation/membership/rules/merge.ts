/** The facts about each of the two members that decide whether they can be merged. */
export interface MergeCandidate {
  id: number
  is_withdrawn: boolean
  is_blocked: boolean
  /** 法人 */
  is_company: boolean
  /** Passed お取引の審査. */
  is_approved: boolean
  has_line: boolean
  /**
   * The e-mail is verified, or there is none and nobody can log in to the account. Whoever gave any other may be a stranger
   * who entered, or told on the phone, this person's name and phone number.
   */
  is_verified: boolean
  /** A link reaches its owner: the address is verified, or LINE is linked. */
  has_proof: boolean
  has_subscriptions: boolean
  /** Registered at the card provider, which stores all cards under the member's id there. */
  has_cards: boolean
  /** Subscriptions that are charged to one of these cards, now or after reopening. */
  card_subscription_ids: readonly number[]
  /** An order whose payment is still open. */
  unpaid_order_no: string | null
  /** The card of a payment has not been saved yet. */
  is_saving_card: boolean
  /** An open 個人情報の請求. */
  has_privacy_request: boolean
  mail_magazine_flag: boolean
  line_magazine_flag: boolean
}

/** Why `other` can't be merged into `kept` now, as a sentence with what to do; null when it can. */
export function mergeProblem(kept: MergeCandidate, other: MergeCandidate): string | null {
  const both = [kept, other]
  if (both.some((one) => one.is_withdrawn)) return '退会した会員は統合できません。'
  if (kept.is_company !== other.is_company) return '個人の会員と法人の会員は統合できません。'
  if (kept.is_blocked !== other.is_blocked)
    return '片方の会員だけが利用停止中です。利用停止を解くか、両方を停止してから統合してください。'
  if (other.is_approved && !kept.is_approved)
    return `会員${kept.id}は、お取引の審査が済んでいません。会員${other.id}を残す向きで統合してください。`
  if (!kept.is_verified)
    return `会員${kept.id}のメールアドレスは、ご本人のものと確かめられていません。会員のページから確認のメールを送り、確認が済んでから統合してください。`
  if (!other.is_verified && other.has_subscriptions)
    return `会員${other.id}のメールアドレスは、ご本人のものと確かめられていないため、定期便を移せません。会員のページから確認のメールを送り、確認が済んでから統合してください。`
  const unpaid = both.find((one) => one.unpaid_order_no !== null)
  if (unpaid)
    return `ご注文(${unpaid.unpaid_order_no})のお支払いの結果が、まだ出ていません。結果が出てから統合してください。`
  if (both.some((one) => one.is_saving_card))
    return 'お支払いに使われたカードを登録している途中です。数分おいてから統合してください。'
  if (both.some((one) => one.has_privacy_request))
    return '終わっていない個人情報の請求があります。請求を終えてから統合してください。'
  return cardProblem(kept, other)
}

/**
 * The provider stores a card under the id of one member and can't move it to another. So the merged member keeps only
 * the cards of one id; the others are deleted, unless a subscription is charged to them.
 */
function cardProblem(kept: MergeCandidate, other: MergeCandidate): string | null {
  if (!kept.has_cards || !other.has_cards || other.card_subscription_ids.length === 0) return null
  const which = `会員${other.id}のカードでお支払いの定期便(契約番号 ${other.card_subscription_ids.slice(0, 5).join('、')})`
  return kept.card_subscription_ids.length === 0
    ? `${which}があります。カードは別の会員に移せないため、会員${other.id}を残す向きで統合してください。`
    : `${which}があり、会員${kept.id}にもカードでお支払いの定期便があります。カードは別の会員に移せないため、どちらかの定期便のお支払い方法を変えるか、定期便を終えてから統合してください。`
}

/** The member from whom a setting is kept; null: neither has one. */
export type SettingSource = 'kept' | 'other' | null

/**
 * Returns the settings of the kept member after the merge, and where each comes from. E-mail and password are always
 * the kept member's.
 */
export function mergeOutcome(kept: MergeCandidate, other: MergeCandidate) {
  const cards: SettingSource = kept.has_cards ? 'kept' : other.has_cards && other.is_verified ? 'other' : null
  return {
    // LINE logs in. Nothing proves that the LINE account of the other is this person's, so only they can link it again.
    line: kept.has_line ? ('kept' as const) : null,
    cards,
    // No adverts if the person declined them under one of the two accounts.
    mail_magazine_flag: kept.mail_magazine_flag && other.mail_magazine_flag,
    line_magazine_flag: kept.line_magazine_flag && other.line_magazine_flag,
  }
}
