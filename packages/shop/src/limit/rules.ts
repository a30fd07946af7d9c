/** `max` times in `seconds`, counted in fixed windows. */
export interface LimitRule {
  readonly max: number
  readonly seconds: number
}

const MINUTE = 60
const HOUR = 3600

/**
 * How often what may be done: for each `account` (an e-mail, a member) and for each network `address`, there more often,
 * because mobile carriers put many customers behind one.
 */
export const limitRules = {
  login: { account: { max: 10, seconds: 15 * MINUTE }, address: { max: 50, seconds: 15 * MINUTE } },
  register: { address: { max: 20, seconds: HOUR } },
  mail_check: { address: { max: 30, seconds: 10 * MINUTE } },
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
  campaign: { address: { max: 60, seconds: 10 * MINUTE } },
  reminder_link: { address: { max: 60, seconds: 10 * MINUTE } },
  password_reset: { account: { max: 5, seconds: HOUR }, address: { max: 20, seconds: HOUR } },
} as const satisfies Record<string, LimitsOfOne>

interface LimitsOfOne {
  readonly account?: LimitRule
  readonly address?: LimitRule
}

export type LimitName = keyof typeof limitRules
export type LimitRules = Readonly<Record<LimitName, LimitsOfOne>>
