/** カゴ落ち設定 as far as the plan needs it. */
export interface ReminderSetting {
  cart_abandoned_flag: boolean
  lp_flag: boolean
  customer_target_flag: boolean
  guest_target_flag: boolean
  individual_setting_flag: boolean
  step_hours: readonly number[]
  customer_step_hours: readonly number[] | null
  guest_step_hours: readonly number[] | null
}

/** What is known of a cart and of whoever left it, at the moment of deciding. */
export interface CartFacts {
  is_guest: boolean
  /** The last change that was known when `step` steps were done, and the last one now. */
  tracking_start_date: Date
  touched_at: Date
  step: number
  /** `open`: an order waits for its payment. */
  order: 'none' | 'open' | 'placed'
  pieces: number
  /** A reminder names prices: some shops tell them only to accounts that they approved. */
  may_see_prices: boolean
  has_adcd: boolean
  /** Consent that holds and was not taken back, by channel; `line` also needs a friend who hasn't blocked. */
  may_mail: boolean
  may_line: boolean
  /** They said no on some channel, after having said yes. */
  has_opted_out: boolean
}

export type EndReason = 'ordered' | 'emptied' | 'opted_out' | 'no_consent' | 'not_approved' | 'not_wanted' | 'done'
export type Decision =
  | { act: 'end'; reason: EndReason }
  | { act: 'wait'; start: Date; until: Date }
  /** `next_at` null: this was the last step. */
  | { act: 'remind'; channel: 'mail' | 'line'; step: number; next_at: Date | null }

const HOUR = 3_600_000
const after = (start: Date, hours: number) => new Date(start.getTime() + hours * HOUR)

/** Hours after the last change of the cart at which somebody is reminded. */
export function stepHours(setting: ReminderSetting, isGuest: boolean): readonly number[] {
  const own = setting.individual_setting_flag && (isGuest ? setting.guest_step_hours : setting.customer_step_hours)
  return own || setting.step_hours
}

/**
 * What becomes of a cart that is due. One reminder a step at most; after a standstill of the shop's own only the latest
 * step that is due is sent, not all that were missed at once.
 */
export function decide(facts: CartFacts, setting: ReminderSetting | undefined, now: Date): Decision {
  const refused = refusal(facts, setting)
  if (refused || !setting) return { act: 'end', reason: refused ?? 'not_wanted' }
  const hours = stepHours(setting, facts.is_guest)
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

function refusal(facts: CartFacts, setting: ReminderSetting | undefined): EndReason | null {
  if (facts.order === 'placed') return 'ordered'
  if (facts.pieces === 0) return 'emptied'
  const isMeant = facts.is_guest ? setting?.guest_target_flag : setting?.customer_target_flag
  if (!setting?.cart_abandoned_flag || !isMeant || (facts.has_adcd && !setting.lp_flag)) return 'not_wanted'
  if (!facts.may_see_prices) return 'not_approved'
  if (facts.may_mail || facts.may_line) return null
  return facts.has_opted_out ? 'opted_out' : 'no_consent'
}
