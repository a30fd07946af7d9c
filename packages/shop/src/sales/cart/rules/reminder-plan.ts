import type { MessageChannel } from '@kushi/values/message'
/** The part of カゴ落ち設定 that the plan needs. */
export interface ReminderPlanSetting {
  cart_abandoned_flag: boolean
  lp_flag: boolean
  customer_target_flag: boolean
  guest_target_flag: boolean
  individual_setting_flag: boolean
  step_hours: readonly number[]
  customer_step_hours: readonly number[] | null
  guest_step_hours: readonly number[] | null
}

/** Facts about a cart and its guest or member at the moment of the decision. */
export interface CartFacts {
  is_guest: boolean
  /**
   * `tracking_start_date`: the last cart change known when `step` steps were done. `touched_at`: the last change now.
   */
  tracking_start_date: Date
  touched_at: Date
  step: number
  /** `open`: an order is waiting for its payment. */
  order: 'none' | 'open' | 'placed'
  pieces: number
  /** A reminder states prices, and some shops show prices only to accounts that they approved. */
  may_see_prices: boolean
  has_adcd: boolean
  /**
   * Valid consent that was not withdrawn, by channel. `may_line` also needs a LINE friend who has not blocked the shop.
   */
  may_mail: boolean
  may_line: boolean
  /** The customer consented and later opted out on some channel. */
  has_opted_out: boolean
}

/** Why the reminders of a cart ended. */
export type TrackingEndReason =
  | 'ordered'
  | 'emptied'
  | 'opted_out'
  | 'no_consent'
  | 'not_approved'
  | 'not_wanted'
  | 'done'
/** The decision on a due cart: end its reminders, wait until a time, or send one. */
export type ReminderDecision =
  | { act: 'end'; reason: TrackingEndReason }
  | { act: 'wait'; start: Date; until: Date }
  /** `next_at` null: this is the last step. */
  | { act: 'remind'; channel: MessageChannel; step: number; next_at: Date | null }

const HOUR = 3_600_000
const after = (start: Date, hours: number) => new Date(start.getTime() + hours * HOUR)

/** Hours after the last change of the cart at which the reminders are sent. */
export function reminderHours(setting: ReminderPlanSetting, isGuest: boolean): readonly number[] {
  const own = setting.individual_setting_flag && (isGuest ? setting.guest_step_hours : setting.customer_step_hours)
  return own || setting.step_hours
}

/**
 * Decides what to do with a due cart. Sends at most one reminder per step. If the job did not run for a while, it sends
 * only the latest due step, not all the missed ones.
 */
export function decideReminder(
  facts: CartFacts,
  setting: ReminderPlanSetting | undefined,
  now: Date,
): ReminderDecision {
  const refused = refusal(facts, setting)
  if (refused || !setting) return { act: 'end', reason: refused ?? 'not_wanted' }
  const hours = reminderHours(setting, facts.is_guest)
  const start = facts.touched_at > facts.tracking_start_date ? facts.touched_at : facts.tracking_start_date
  if (facts.step >= hours.length) return { act: 'end', reason: 'done' }
  const due = after(start, hours[facts.step]!)
  if (due > now) return { act: 'wait', start, until: due }
  if (facts.order === 'open') return { act: 'wait', start, until: after(now, 1) }
  let step = facts.step
  while (step + 1 < hours.length && after(start, hours[step + 1]!) <= now) step += 1
  const next = hours[step + 1]
  const channel = facts.may_line ? 'line' : 'mail'
  return { act: 'remind', channel, step, next_at: next === undefined ? null : after(start, next) }
}

function refusal(facts: CartFacts, setting: ReminderPlanSetting | undefined): TrackingEndReason | null {
  if (facts.order === 'placed') return 'ordered'
  if (facts.pieces === 0) return 'emptied'
  const isMeant = facts.is_guest ? setting?.guest_target_flag : setting?.customer_target_flag
  if (!setting?.cart_abandoned_flag || !isMeant || (facts.has_adcd && !setting.lp_flag)) return 'not_wanted'
  if (!facts.may_see_prices) return 'not_approved'
  if (facts.may_mail || facts.may_line) return null
  return facts.has_opted_out ? 'opted_out' : 'no_consent'
}
