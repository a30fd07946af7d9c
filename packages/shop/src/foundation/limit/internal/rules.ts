/** At most `max` times per `seconds`, in fixed windows. */
export interface LimitRule {
  readonly max: number
  readonly seconds: number
}

const MINUTE = 60
const HOUR = 3600

/**
 * The rate limits: per `account` (an e-mail, a member), per `device` (a browser name at an address), per network
 * `address`, and per `pair` of account and address. Addresses have higher limits, because mobile carriers put thousands
 * of customers behind one (CGNAT).
 */
export const limitRules = {
  /** Counts only failures, as the three below. Stops guessing at one account from one address for some minutes. */
  login: { pair: { max: 10, seconds: 5 * MINUTE } },
  /** Many accounts from one address (パスワードリスト攻撃). A browser that the member confirmed is not counted. */
  login_address: { address: { max: 100, seconds: 5 * MINUTE } },
  login_hour: { address: { max: 300, seconds: HOUR } },
  /**
   * One account from everywhere, except networks in which its member has a session, so that an attacker can't lock the
   * member out. Above the limit a login also needs a code by mail.
   */
  login_spread: { account: { max: 100, seconds: 15 * MINUTE } },
  /** The most attempts that are checked at all after that. */
  login_flood: { account: { max: 1_000, seconds: 15 * MINUTE } },
  /**
   * A television campaign brings many customers of one carrier at once; one browser registers one person or a family.
   */
  register: {
    account: { max: 20, seconds: HOUR },
    device: { max: 20, seconds: HOUR },
    address: { max: 300, seconds: HOUR },
  },
  /** Counts only unknown postcodes, because each lookup is paid. */
  postcode: { device: { max: 60, seconds: 10 * MINUTE }, address: { max: 300, seconds: 10 * MINUTE } },
  /** A collector of addresses calls this all day, a customer a few times per order. */
  mail_check: { device: { max: 30, seconds: 10 * MINUTE }, address: { max: 150, seconds: 10 * MINUTE } },
  /** Reads the whole catalogue, and responses are not cached. */
  search: { device: { max: 120, seconds: 5 * MINUTE }, address: { max: 600, seconds: 5 * MINUTE } },
  /** AI assistants come from a few addresses of their vendors, each for many people. */
  agent: { address: { max: 1_200, seconds: 5 * MINUTE } },
  /** Assistant calls that cost as much as a confirmation screen for each delivery method. */
  agent_estimate: { address: { max: 300, seconds: 5 * MINUTE } },
  mail_validate: { address: { max: 60, seconds: 10 * MINUTE } },
  card: { account: { max: 10, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  /** Buttons and sessions of Amazon Pay: a screen needs a few. */
  amazon: { address: { max: 120, seconds: 10 * MINUTE } },
  /** A sheet asks once. */
  apple_pay: { address: { max: 120, seconds: 10 * MINUTE } },
  /** `account`: our number of the payment. Each notice asks the provider, also while it does not answer. */
  payment_notice: { account: { max: 10, seconds: 10 * MINUTE } },
  /** Notices of approvals whose order is not here: whoever invents one makes the shop ask its provider. */
  payment_approval: { account: { max: 300, seconds: 10 * MINUTE } },
  /** Once counted, an unknown code that stays in a cart is no further guess. */
  coupon_guessed: { account: { max: 1, seconds: 15 * MINUTE } },
  /** Counts only unknown codes. A link with a code that has ended is opened by many behind one address. */
  coupon: {
    account: { max: 20, seconds: 15 * MINUTE },
    device: { max: 20, seconds: 15 * MINUTE },
    address: { max: 200, seconds: 15 * MINUTE },
  },
  /** Once counted, the same person is no further look-up. */
  person_asked: { account: { max: 1, seconds: HOUR } },
  /** Counts the persons (name with telephone or address) for whom an order searches earlier purchases. */
  person: { account: { max: 10, seconds: HOUR }, address: { max: 100, seconds: HOUR } },
  /** Once counted, the same destination is no further look-up. */
  destination_asked: { account: { max: 1, seconds: HOUR } },
  /** Counts the destinations for which an order searches uses of a once-per-address promotion. */
  destination: { account: { max: 20, seconds: HOUR }, address: { max: 100, seconds: HOUR } },
  order: { account: { max: 30, seconds: 10 * MINUTE }, address: { max: 120, seconds: 10 * MINUTE } },
  /** Requires the current password again, so that someone with a stolen session can't keep guessing. */
  password_check: { account: { max: 10, seconds: 15 * MINUTE }, address: { max: 50, seconds: 15 * MINUTE } },
  /** `account`: the member, to whom a code is sent: five tries each. */
  device_code: { account: { max: 5, seconds: HOUR }, address: { max: 60, seconds: HOUR } },
  /**
   * A passkey can't be guessed; each call writes a row of five minutes. Every view of the login screen calls, and all
   * telephones of one model behind a carrier's address are one `device`.
   */
  passkey: { address: { max: 3_000, seconds: 15 * MINUTE } },
  email_change: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  one_time_token: { address: { max: 60, seconds: 10 * MINUTE } },
  /** `account`: the e-mail entered, whose owner gets a copy. */
  contact: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  /** Each call asks LINE for the token's owner. */
  line_account: { address: { max: 240, seconds: 10 * MINUTE } },
  /** `account`: the e-mail entered, whose owner gets a mail; or the member. */
  line_link: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  document: { account: { max: 60, seconds: 10 * MINUTE } },
  /** `account`: the e-mail that would receive the cart reminders. */
  reminder_consent: { account: { max: 3, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  /** `account`: the e-mail that would receive one mail. */
  restock: { account: { max: 20, seconds: HOUR }, address: { max: 30, seconds: HOUR } },
  campaign: { address: { max: 60, seconds: 10 * MINUTE } },
  /** Visits above the limit are not counted; a person opens few adverts. */
  ad_visit: { device: { max: 20, seconds: 10 * MINUTE }, address: { max: 600, seconds: 10 * MINUTE } },
  /** What is over it is not counted. */
  form_visit: { device: { max: 20, seconds: 10 * MINUTE }, address: { max: 600, seconds: 10 * MINUTE } },
  /** What is over it is not counted. */
  page_visitor: { device: { max: 20, seconds: 10 * MINUTE }, address: { max: 600, seconds: 10 * MINUTE } },
  reminder_link: { address: { max: 60, seconds: 10 * MINUTE } },
  /** 管理画面: password and code. Counts only failures, as for members. */
  operator_sign_in: { pair: { max: 10, seconds: 15 * MINUTE }, address: { max: 60, seconds: 15 * MINUTE } },
  /** One operator from everywhere, except networks in which they signed in before. */
  operator_sign_in_spread: { account: { max: 10, seconds: 15 * MINUTE } },
  /** A passkey can't be guessed, so wrong passwords do not close this way. */
  operator_passkey: { address: { max: 120, seconds: 15 * MINUTE } },
  /** Each picture takes seconds to process, and storage. */
  picture: { account: { max: 300, seconds: HOUR } },
  operator_confirm: { account: { max: 10, seconds: 15 * MINUTE } },
  /** Ten per second, for a system that reads everything. */
  api_key: { account: { max: 600, seconds: MINUTE } },
  account_test: { account: { max: 30, seconds: HOUR } },
  message_test: { account: { max: 30, seconds: HOUR } },
  password_reset: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
} as const satisfies Record<string, LimitRulesBySubject>

/** The rules of one limit, for each counted subject. */
export interface LimitRulesBySubject {
  readonly pair?: LimitRule
  readonly account?: LimitRule
  readonly device?: LimitRule
  readonly address?: LimitRule
}

export type LimitName = keyof typeof limitRules
export type LimitRules = Readonly<Record<LimitName, LimitRulesBySubject>>
