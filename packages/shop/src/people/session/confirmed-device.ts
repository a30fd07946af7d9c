import type { Queryable } from '@kushi/db/connect'
import { customer_device, device_code } from '@kushi/db/schema/sign-in'
import { DEVICE_DAYS, type DeviceProof, MAX_DEVICES } from '@kushi/values/sign-in'
import { and, desc, eq, gt, ne, notInArray } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { loadCachedShop } from '../../foundation/setting/index.ts'
import { ShopError } from '../../shop-error.ts'
import { hashToken } from './internal/token.ts'
import { recordSecurityEvent } from './record-security-event.ts'
import { deviceText } from './rules/origin.ts'

// 確認済みの端末: a browser in which a member proved to be themselves by more than a password that may be known elsewhere. A
// login by LINE counts, because LINE itself guards its account; so does a passkey, which asks for the person at the device.

const DAY_MS = 86_400_000

type DeviceContext = Pick<Context, 'shop_id' | 'clock' | 'deviceToken'>

/** The stored hash of the browser's cookie; null: it has none. */
export function hashDeviceToken({ deviceToken }: Pick<Context, 'deviceToken'>): Buffer | null {
  const token = deviceToken?.() ?? null
  return token === null ? null : hashToken(token)
}

const ownDevices = ({ shop_id }: Pick<Context, 'shop_id'>, customer_id: number) =>
  and(eq(customer_device.shop_id, shop_id), eq(customer_device.customer_id, customer_id))

const expiryFrom = (now: Date) => new Date(now.getTime() + DEVICE_DAYS * DAY_MS)

/** Whether this browser is one that the member confirmed. Its last use is written once a day at most. */
export async function isKnownDevice(db: Queryable, ctx: DeviceContext, customer_id: number): Promise<boolean> {
  const device_hash = hashDeviceToken(ctx)
  if (device_hash === null) return false
  const now = ctx.clock.now()
  const this_one = and(ownDevices(ctx, customer_id), eq(customer_device.device_hash, device_hash))
  const [found] = await db
    .select({ seen_at: customer_device.seen_at })
    .from(customer_device)
    .where(and(this_one, gt(customer_device.expires_at, now)))
  if (found && found.seen_at.getTime() <= now.getTime() - DAY_MS)
    await db
      .update(customer_device)
      .set({ seen_at: now, expires_at: expiryFrom(now) })
      .where(this_one)
  return found !== undefined
}

/**
 * 端末の確認: if the shop requires it, a member's stored data is used and changed only in a browser that they confirmed.
 * Only members with a session are checked: no operator, job or link of a mail.
 * @throws ShopError 403 ERROR_DEVICE_NOT_CONFIRMED
 */
export async function requireConfirmedDevice(ctx: QueryContext, db: Queryable = ctx.db): Promise<void> {
  if (!(await isDeviceConfirmed(ctx, db))) throw deviceNotConfirmedError()
}

export const deviceNotConfirmedError = () =>
  new ShopError(
    403,
    'ERROR_DEVICE_NOT_CONFIRMED',
    'お手続きには、この端末の確認が必要です。もう一度お試しください。確認の画面が出ないときは、ページを読み込み直してください。',
  )

/** Returns whether `requireConfirmedDevice` would pass. */
export async function isDeviceConfirmed(ctx: QueryContext, db: Queryable = ctx.db): Promise<boolean> {
  if (ctx.customer_id === null || ctx.token_hash === null || ctx.acting) return true
  const { device_check_flag } = await loadCachedShop({ ...ctx, db })
  return !device_check_flag || (await isKnownDevice(db, ctx, ctx.customer_id))
}

/**
 * Records the browser as confirmed by the member, even if the shop does not require it yet. Above the maximum, the
 * device replaces the one that was not used for the longest time. Does nothing for a client without cookies.
 */
export async function confirmDevice(
  db: Queryable,
  ctx: QueryContext,
  customer_id: number,
  proof: DeviceProof,
): Promise<void> {
  if (!ctx.makeDeviceToken) return
  const { shop_id, user_agent } = ctx
  const now = ctx.clock.now()
  const device = { device: deviceText(user_agent), proof, seen_at: now, expires_at: expiryFrom(now) }
  const device_hash = hashToken(ctx.makeDeviceToken())
  const [written] = await db
    .insert(customer_device)
    .values({ shop_id, customer_id, device_hash, ...device, created_at: now })
    .onConflictDoUpdate({
      target: [customer_device.shop_id, customer_device.customer_id, customer_device.device_hash],
      set: device,
    })
    .returning({ created_at: customer_device.created_at })
  if (written!.created_at.getTime() !== now.getTime()) return
  const kept = db
    .select({ id: customer_device.id })
    .from(customer_device)
    .where(ownDevices(ctx, customer_id))
    .orderBy(desc(customer_device.seen_at), desc(customer_device.id))
    .limit(MAX_DEVICES)
  const others = and(ownDevices(ctx, customer_id), ne(customer_device.device_hash, device_hash))
  await db.delete(customer_device).where(and(others, notInArray(customer_device.id, kept)))
  await recordSecurityEvent(ctx, 'device_confirmed', customer_id, db)
}

/** Forgets the member's devices and codes, except this browser if `keeps_this`. */
export async function deleteConfirmedDevices(
  db: Queryable,
  ctx: DeviceContext,
  customer_id: number,
  keeps_this = false,
): Promise<void> {
  const kept = keeps_this ? hashDeviceToken(ctx) : null
  await db
    .delete(customer_device)
    .where(and(ownDevices(ctx, customer_id), kept ? ne(customer_device.device_hash, kept) : undefined))
  await db
    .delete(device_code)
    .where(and(eq(device_code.shop_id, ctx.shop_id), eq(device_code.customer_id, customer_id)))
}
