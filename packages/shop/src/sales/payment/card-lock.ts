import { createHash } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { card_decline } from '@kushi/db/schema/payment'
import { shop } from '@kushi/db/schema/shop'
import { formatDateTime } from '@kushi/values/timestamp'
import { and, desc, eq, gt, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { addressSubject } from '../../foundation/limit/index.ts'
import { type PaymentRefusal, PaymentRefused } from '../../ports/payment-port.ts'
import { ShopError } from '../../shop-error.ts'
import { cardLockedUntil } from './rules/card-lock.ts'

/**
 * Mobile carriers put many customers behind one address, so an address may have this many times the refusals of an
 * account.
 */
const addressFactor = 4

/** Refusals that count: those that someone testing stolen card numbers cannot avoid. */
const countedRefusals: readonly PaymentRefusal[] = ['reenter', 'limit', 'unusable']

type LockContext = Pick<Context, 'db' | 'clock' | 'shop_id' | 'customer_id' | 'ip' | 'settings'>

/**
 * カードの入力を止める: after many refused cards, an account or a network address may not enter a card for a while.
 * @throws ShopError 429 ERROR_CARD_LOCKED, with the time at which the lock ends
 */
export async function checkCardLock(ctx: LockContext): Promise<void> {
  if (ctx.settings.rate_limit_factor === 0) return
  const [rule] = await ctx.db.select().from(shop).where(eq(shop.id, ctx.shop_id))
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - (rule!.card_decline_minutes + rule!.card_lock_minutes) * 60_000)
  const address = addressKey(ctx)
  const whose = or(
    ctx.customer_id === null ? undefined : eq(card_decline.customer_id, ctx.customer_id),
    eq(card_decline.address_key, address),
  )
  const declines = await ctx.db
    .select()
    .from(card_decline)
    .where(and(eq(card_decline.shop_id, ctx.shop_id), gt(card_decline.created_at, since), whose))
    .orderBy(desc(card_decline.created_at))
    .limit(1000)
  const times = (isOf: (one: typeof card_decline.$inferSelect) => boolean) =>
    declines.filter(isOf).map((one) => one.created_at)
  const own = ctx.customer_id === null ? [] : times((one) => one.customer_id === ctx.customer_id)
  const factor = ctx.settings.rate_limit_factor ?? 1
  const many = { ...rule!, card_decline_max: rule!.card_decline_max * factor }
  const wide = { ...many, card_decline_max: many.card_decline_max * addressFactor }
  const near = times((one) => one.address_key === address)
  const until = cardLockedUntil(own, many, now) ?? cardLockedUntil(near, wide, now)
  if (until) throw locked(until)
}

/**
 * Counts a card that was entered and refused; ignores other errors. `customer_id`: the card's member, if the browser
 * returns without a login.
 */
export async function recordCardDecline(
  ctx: Omit<LockContext, 'db'> & { db: Queryable },
  error: unknown,
  customer_id = ctx.customer_id,
): Promise<void> {
  if (!(error instanceof PaymentRefused && countedRefusals.includes(error.refusal))) return
  const address_key = ctx.ip === '' ? null : addressKey(ctx)
  const decline = { shop_id: ctx.shop_id, customer_id, address_key, created_at: ctx.clock.now() }
  await ctx.db.insert(card_decline).values(decline)
}

const addressKey = ({ shop_id, ip }: Pick<LockContext, 'shop_id' | 'ip'>): string =>
  createHash('sha256')
    .update(`${shop_id}\n${addressSubject(ip)}`)
    .digest('base64url')

function locked(until: Date): ShopError {
  // Rounded up to the minute, so that a customer who returns at the stated time can enter a card.
  const [, hour, minute] = /(\d\d):(\d\d)$/.exec(formatDateTime(until.getTime() + 59_999)) ?? []
  const message = `カードのお手続きができない状態が続いたため、安全のためカードの入力を一時的に止めています。${hour}時${minute}分以降にもう一度お試しいただくか、別のお支払い方法をお選びください。`
  return new ShopError(429, 'ERROR_CARD_LOCKED', message)
}
