import type { LimitRule } from './rules.ts'

/** Start of the fixed window that an instant falls into. */
export const windowStart = (rule: LimitRule, now: Date): Date => {
  const length = rule.seconds * 1000
  return new Date(Math.floor(now.getTime() / length) * length)
}

/** When the next window opens. */
export const windowEnd = (rule: LimitRule, now: Date): Date =>
  new Date(windowStart(rule, now).getTime() + rule.seconds * 1000)
