import { createHash } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { rate_limit } from '@kushi/db/schema/system'
import { formatDateTime } from '@kushi/values/timestamp'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Clock, Context } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { addressSubject } from './internal/address-subject.ts'
import { type LimitName, type LimitRule, type LimitRules, type LimitsOfOne, limitRules } from './internal/rules.ts'

type LimitContext = Pick<Context, 'db' | 'clock' | 'shop_id' | 'settings'>

interface Subject {
  account?: string
  address?: string
  user_agent?: string
}

/** What is counted, in its order. */
function countersOf(
  name: LimitName,
  subject: Subject,
  rules: LimitRules,
): [LimitRule, kind: string, subject: string][] {
  const { pair, account, address, device }: LimitsOfOne = rules[name]
  const at = subject.address === undefined ? undefined : addressSubject(subject.address)
  const who = subject.account
  const here = subject.user_agent === undefined ? undefined : `${at}\n${subject.user_agent}`
  return [
    ...(device && at !== undefined && here !== undefined ? [[device, `${name}_device`, here] as const] : []),
    ...(address && at !== undefined ? [[address, `${name}_address`, at] as const] : []),
    ...(pair && at !== undefined && who !== undefined ? [[pair, `${name}_pair`, `${at}\n${who}`] as const] : []),
    ...(account && who !== undefined ? [[account, `${name}_account`, who] as const] : []),
  ].map(([...counter]) => counter)
}

/**
 * Counts one use of `name` by an account (an e-mail, a member's id), a network address (`ctx.ip`) and, with `user_agent`, a
 * device there, over all processes. Device and address first: who is refused for them can't use up the tries of somebody
 * else's account.
 *
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS, which says when to try again
 */
export async function takeLimit(
  ctx: LimitContext,
  name: LimitName,
  subject: Subject,
  rules: LimitRules = limitRules,
): Promise<void> {
  for (const counter of countersOf(name, subject, rules)) await takeOne(ctx, ...counter)
}

/** Takes back what `takeLimit` counted, where only failures are to count: first taken, so that no two pass at once. */
export async function giveBackLimit(
  ctx: LimitContext,
  name: LimitName,
  subject: Subject,
  rules: LimitRules = limitRules,
): Promise<void> {
  const now = ctx.clock.now()
  for (const [rule, kind, who] of countersOf(name, subject, rules))
    await ctx.db
      .update(rate_limit)
      .set({ count: sql`${rate_limit.count} - 1` })
      .where(
        and(
          eq(rate_limit.key, limitKey(ctx.shop_id, kind, who)),
          eq(rate_limit.window_start, windowStart(rule, now)),
          gt(rate_limit.count, 0),
        ),
      )
}

/** One statement, so that no two can take the last one. What is refused is not counted and writes nothing. */
async function takeOne(ctx: LimitContext, rule: LimitRule, kind: string, subject: string): Promise<void> {
  const factor = ctx.settings.rate_limit_factor ?? 1
  if (factor === 0) return
  const now = ctx.clock.now()
  const [taken] = await ctx.db
    .insert(rate_limit)
    .values({ key: limitKey(ctx.shop_id, kind, subject), window_start: windowStart(rule, now), count: 1 })
    .onConflictDoUpdate({
      target: [rate_limit.key, rate_limit.window_start],
      set: { count: sql`${rate_limit.count} + 1` },
      setWhere: lt(rate_limit.count, rule.max * factor),
    })
    .returning({ count: rate_limit.count })
  if (!taken) throw tooManyRequests(windowEnd(rule, now))
}

/** No e-mail or network address stands in the table. */
const limitKey = (shop_id: number, kind: string, subject: string): string =>
  `${kind}:${createHash('sha256').update(`${shop_id}\n${kind}\n${subject}`).digest('base64url')}`

function tooManyRequests(until: Date): ShopError {
  const [, hour, minute] = /(\d\d):(\d\d)$/.exec(formatDateTime(until.getTime())) ?? []
  const message = `短い時間に操作が続いたため、一時的に受け付けを止めています。${hour}時${minute}分以降に、もう一度お試しください。`
  return new ShopError(429, 'ERROR_TOO_MANY_REQUESTS', message)
}

/** A job: removes windows that have ended. */
export async function purgeLimits(db: Queryable, clock: Clock, rules: LimitRules = limitRules): Promise<void> {
  const lengths = Object.values(rules).flatMap((one) => Object.values(one).map(({ seconds }) => seconds))
  const before = new Date(clock.now().getTime() - Math.max(...lengths) * 1000)
  await db.delete(rate_limit).where(lt(rate_limit.window_start, before))
}

/** Start of the fixed window that an instant falls into. */
const windowStart = (rule: LimitRule, now: Date): Date => {
  const length = rule.seconds * 1000
  return new Date(Math.floor(now.getTime() / length) * length)
}

/** When the next window opens. */
const windowEnd = (rule: LimitRule, now: Date): Date => new Date(windowStart(rule, now).getTime() + rule.seconds * 1000)
