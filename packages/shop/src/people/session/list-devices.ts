import { customer_device } from '@kushi/db/schema/sign-in'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'
import { hashDeviceToken } from './confirmed-device.ts'
import { recordSecurityEvent } from './record-security-event.ts'

const own = (ctx: MemberContext) =>
  and(eq(customer_device.shop_id, ctx.shop_id), eq(customer_device.customer_id, ctx.customer_id))

/** 確認済みの端末: this browser first, then by last use. */
export const listDevices: Handler<'GET /v1/customer/devices'> = async (ctx) => {
  const here = hashDeviceToken(ctx)
  const rows = await ctx.db
    .select()
    .from(customer_device)
    .where(and(own(ctx), gt(customer_device.expires_at, ctx.clock.now())))
    .orderBy(desc(customer_device.seen_at), desc(customer_device.id))
  const items = rows.map(({ id, device, proof, created_at, seen_at, device_hash }) => ({
    id,
    device,
    proof,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    is_current: here?.equals(device_hash) ?? false,
  }))
  return { items: items.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) }
}

/** Forgets one device: it is asked for a code again. */
export const removeDevice: Handler<'DELETE /v1/customer/devices/{id}'> = async (ctx, { id }) => {
  const [removed] = await ctx.db
    .delete(customer_device)
    .where(and(own(ctx), eq(customer_device.id, id)))
    .returning({ id: customer_device.id })
  if (!removed) throw notFound()
  await recordSecurityEvent(ctx, 'device_removed', ctx.customer_id)
  return listDevices(ctx, {})
}
