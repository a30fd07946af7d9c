/** `max` times in `seconds`, counted in fixed windows. */
export interface LimitRule {
  readonly max: number
  readonly seconds: number
}

const MINUTE = 60
const HOUR = 3600

/**
 * How often what may be done: for each `account` (an e-mail, a member), for each `device` (a browser's name at an address),
 * for each network `address`, there more often, because mobile carriers put thousands of customers behind one (CGNAT), and
 * for each `pair` of account and address.
 */
export const limitRules = {
  /** Only failures stay counted; a pause of minutes, for one who guesses at one account from one place. */
  login: { pair: { max: 10, seconds: 5 * MINUTE }, address: { max: 100, seconds: 5 * MINUTE } },
  /** One account from everywhere, but for networks from which its member has a session: nobody locks its owner out. */
  login_spread: { account: { max: 100, seconds: 15 * MINUTE } },
  /** A campaign on television brings a carrier's customers at once; one browser registers one person, or a family. */
  register: {
    account: { max: 20, seconds: HOUR },
    device: { max: 20, seconds: HOUR },
    address: { max: 300, seconds: HOUR },
  },
  /** Only what is not known yet counts: each is paid for. */
  postcode: { device: { max: 60, seconds: 10 * MINUTE }, address: { max: 300, seconds: 10 * MINUTE } },
  /** Who collects addresses asks all day; one who orders, a few times. */
  mail_check: { device: { max: 30, seconds: 10 * MINUTE }, address: { max: 150, seconds: 10 * MINUTE } },
  /** Looks through the whole catalogue, and no kept answer serves it twice. */
  search: { device: { max: 120, seconds: 5 * MINUTE }, address: { max: 600, seconds: 5 * MINUTE } },
  /** Assistants come from their makers' few addresses, each for many people. */
  agent: { address: { max: 1_200, seconds: 5 * MINUTE } },
  /** Of those, what costs as much as a confirmation screen for each way to deliver. */
  agent_estimate: { address: { max: 300, seconds: 5 * MINUTE } },
  mail_validate: { address: { max: 60, seconds: 10 * MINUTE } },
  card: { account: { max: 10, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  /** Buttons and sessions of Amazon Pay: a screen asks for a few. */
  amazon: { address: { max: 120, seconds: 10 * MINUTE } },
  order: { account: { max: 30, seconds: 10 * MINUTE }, address: { max: 120, seconds: 10 * MINUTE } },
  /** Asking for the current password again: who took a session can't guess on. */
  password_check: { account: { max: 10, seconds: 15 * MINUTE }, address: { max: 50, seconds: 15 * MINUTE } },
  email_change: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  one_time_token: { address: { max: 60, seconds: 10 * MINUTE } },
  /** `account`: the e-mail given, whose owner gets a copy. */
  contact: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  /** LINE is asked whose token it is. */
  line_account: { address: { max: 240, seconds: 10 * MINUTE } },
  /** `account`: the e-mail given, whose owner gets a mail; or the member. */
  line_link: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  document: { account: { max: 60, seconds: 10 * MINUTE } },
  /** `account`: the e-mail to which reminders of a cart would go. */
  reminder_consent: { account: { max: 3, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
  /** `account`: the e-mail to which one mail would go. */
  restock: { account: { max: 20, seconds: HOUR }, address: { max: 30, seconds: HOUR } },
  campaign: { address: { max: 60, seconds: 10 * MINUTE } },
  reminder_link: { address: { max: 60, seconds: 10 * MINUTE } },
  /** 管理画面: password and code, or a passkey. */
  operator_sign_in: { account: { max: 10, seconds: 15 * MINUTE }, address: { max: 60, seconds: 15 * MINUTE } },
  /** Each takes seconds to be made and room to be kept. */
  picture: { account: { max: 300, seconds: HOUR } },
  operator_confirm: { account: { max: 10, seconds: 15 * MINUTE } },
  /** Ten a second, for a system that looks at everything. */
  api_key: { account: { max: 600, seconds: MINUTE } },
  account_test: { account: { max: 30, seconds: HOUR } },
  message_test: { account: { max: 30, seconds: HOUR } },
  password_reset: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
} as const satisfies Record<string, LimitsOfOne>

export interface LimitsOfOne {
  readonly pair?: LimitRule
  readonly account?: LimitRule
  readonly device?: LimitRule
  readonly address?: LimitRule
}

export type LimitName = keyof typeof limitRules
export type LimitRules = Readonly<Record<LimitName, LimitsOfOne>>
