import { createHash } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { rate_limit } from '@kushi/db/schema/system'
import { formatDateTime } from '@kushi/values/timestamp'
import { lt, sql } from 'drizzle-orm'
import type { Clock, Context } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { addressSubject } from './address-subject.ts'
import { type LimitName, type LimitRule, type LimitRules, limitRules } from './rules.ts'
import { windowEnd, windowStart } from './window.ts'

type LimitContext = Pick<Context, 'db' | 'clock' | 'shop_id' | 'settings'>

/**
 * Counts one use of `name` by an account (an e-mail, a member's id) and a network address (`ctx.ip`), over all processes.
 * Address first: who is refused for it can't use up the tries of somebody else's account.
 *
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS, which says when to try again
 */
export async function takeLimit(
  ctx: LimitContext,
  name: LimitName,
  subject: { account?: string; address?: string },
  rules: LimitRules = limitRules,
): Promise<void> {
  const { account, address } = rules[name]
  if (address && subject.address !== undefined)
    await takeOne(ctx, address, `${name}_address`, addressSubject(subject.address))
  if (account && subject.account !== undefined) await takeOne(ctx, account, `${name}_account`, subject.account)
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
  const lengths = Object.values(rules).flatMap(({ account, address }) => [account?.seconds ?? 0, address?.seconds ?? 0])
  const before = new Date(clock.now().getTime() - Math.max(...lengths) * 1000)
  await db.delete(rate_limit).where(lt(rate_limit.window_start, before))
}
