import { createHash } from 'node:crypto'

import { rate_limit } from '@kushi/db/schema/system'
import { preparedStatement } from '@kushi/db/statement'
import { formatDateTime } from '@kushi/values/timestamp'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { addressSubject } from './internal/address-subject.ts'
import {
  type LimitName,
  type LimitRule,
  type LimitRules,
  type LimitRulesBySubject,
  limitRules,
} from './internal/rules.ts'

type LimitContext = Pick<QueryContext, 'db' | 'clock' | 'shop_id' | 'settings'>

interface Subject {
  account?: string
  address?: string
  user_agent?: string
}

/** The counters to take, in this order; none where nothing is limited, so that a reader of a shop writes nothing. */
function countersOf(
  { settings }: LimitContext,
  name: LimitName,
  subject: Subject,
  rules: LimitRules,
): [LimitRule, kind: string, subject: string][] {
  if (factorOf(settings) === 0) return []
  const { pair, account, address, device }: LimitRulesBySubject = rules[name]
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
 * Counts one use of `name` by an account (an e-mail, a member's id), a network address (`ctx.ip`) and, with
 * `user_agent`, a device there, across all processes. Checks device and address first, so that a caller refused for
 * them can't use up the tries of another person's account.
 *
 * @throws ShopError 429 ERROR_TOO_MANY_REQUESTS, which states when to try again
 */
export async function consumeLimit(
  ctx: LimitContext,
  name: LimitName,
  subject: Subject,
  rules: LimitRules = limitRules,
): Promise<void> {
  const counters = countersOf(ctx, name, subject, rules)
  if (counters.length === 0) return
  const now = ctx.clock.now()
  const values = counters.flatMap(([rule, kind, who], n) => [
    [`key_${n}`, limitKey(ctx.shop_id, kind, who)],
    [`start_${n}`, windowStart(rule, now)],
    [`most_${n}`, rule.max * factorOf(ctx.settings)],
  ])
  // In a transaction, the asynchronous commit would apply to the whole transaction.
  const is_alone = '$client' in ctx.db
  const [outcome] = await takeInTurn[counters.length - 1]!(ctx.db, { ...Object.fromEntries(values), is_alone })
  const refused = counters[outcome!.taken]
  if (refused) throw tooManyRequests(windowEnd(refused[0], now))
}

const factorOf = ({ rate_limit_factor }: LimitContext['settings']) => rate_limit_factor ?? 1

/** Counts one use if the limits allow it, and returns whether they did. */
export async function tryLimit(...use: Parameters<typeof consumeLimit>): Promise<boolean> {
  try {
    await consumeLimit(...use)
    return true
  } catch (error) {
    if (error instanceof ShopError && error.status === 429) return false
    throw error
  }
}

/**
 * Returns what `consumeLimit` counted, for limits on failures only. Counting first prevents concurrent calls from passing
 * together.
 */
export async function releaseLimitUse(
  ctx: LimitContext,
  name: LimitName,
  subject: Subject,
  rules: LimitRules = limitRules,
): Promise<void> {
  const now = ctx.clock.now()
  for (const [rule, kind, who] of countersOf(ctx, name, subject, rules))
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

/**
 * Returns how many of the counters had room; each is taken only if the one before it had. One statement, so that two
 * calls can't take the last place. A refused counter is not increased and not written. Outside a transaction the commit
 * is asynchronous, because buyers behind one address would otherwise wait for each other's disk write; a crash loses
 * half a second of counts, nothing else.
 */
const inTurn = (count: number) =>
  preparedStatement(`take_limit_${count}`, (db) => {
    const steps = Array.from({ length: count }, (_, n) => db.$with(`taken_${n}`, one).as(takeNth(n)))
    const counts = steps.map((_, n) => sql`(select count(*) from ${sql.identifier(`taken_${n}`)})`)
    return db
      .with(...steps)
      .select({ taken: sql<number>`${sql.join(counts, sql` + `)}`.mapWith(Number), lazily })
      .from(sql`(select) as nothing`)
  })

const lazily = sql`case when ${sql.placeholder('is_alone')}::boolean then set_config('synchronous_commit', 'off', true) end`

const one = { one: sql<number>`one`.as('one') }

function takeNth(n: number): SQL {
  const { key, start, most } = { key: `key_${n}`, start: `start_${n}`, most: `most_${n}` }
  const before = n === 0 ? sql`` : sql`from ${sql.identifier(`taken_${n - 1}`)}`
  return sql`
    insert into rate_limit as counter (key, window_start, count)
    select ${sql.placeholder(key)}::text, ${sql.placeholder(start)}::timestamptz, 1 ${before}
    on conflict (key, window_start) do update set count = counter.count + 1
    where counter.count < ${sql.placeholder(most)}::float8
    returning 1 as one`
}

const takeInTurn = [1, 2, 3, 4].map(inTurn)

/** The key of a count: a hash, so that the table contains no e-mail or network address. */
const limitKey = (shop_id: number, kind: string, subject: string): string =>
  `${kind}:${createHash('sha256').update(`${shop_id}\n${kind}\n${subject}`).digest('base64url')}`

function tooManyRequests(until: Date): ShopError {
  const [, hour, minute] = /(\d\d):(\d\d)$/.exec(formatDateTime(until.getTime())) ?? []
  const message = `短い時間に操作が続いたため、一時的に受け付けを止めています。${hour}時${minute}分以降に、もう一度お試しください。`
  return new ShopError(429, 'ERROR_TOO_MANY_REQUESTS', message)
}

/** Start of the fixed window that contains an instant. */
const windowStart = (rule: LimitRule, now: Date): Date => {
  const length = rule.seconds * 1000
  return new Date(Math.floor(now.getTime() / length) * length)
}

/** When the next window begins. */
const windowEnd = (rule: LimitRule, now: Date): Date => new Date(windowStart(rule, now).getTime() + rule.seconds * 1000)
