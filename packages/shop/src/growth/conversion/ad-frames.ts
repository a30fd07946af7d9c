import { conversion_delivery, conversion_destination } from '@kushi/db/schema/conversion'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { ConversionDrop } from '@kushi/values/conversion/conversion'
import { BROWSER_CONVERSION_KINDS } from '@kushi/values/conversion/kinds'
import { and, asc, eq, gt, inArray, isNotNull, not, sql } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { openShopValues, sealShopValues } from '../../secret-box.ts'
import { notFound } from '../../shop-error.ts'
import { buildAdFrame } from './internal/build-ad-frame.ts'
import { conversionDropReason, isOrderCheckPendingSql } from './internal/conversion-drop-reason.ts'
import { buildConversionFact, loadConversionOrders } from './internal/load-facts.ts'

/** Where a frame's document is, before its token. */
export const adFramePath = '/v1/order/ad-frames/'

/** Between the page that names an address and the browser that opens it. */
const ADDRESS_MINUTES = 5

/** 注文の完了画面のタグ that the browser may still get: of the first delivery, of a 送信先 that is on, and not while the order is held. */
const open = ({ shop_id, clock }: Context, { id, order_id }: { id?: number; order_id?: number }) => {
  return and(
    eq(conversion_delivery.shop_id, shop_id),
    id === undefined ? undefined : eq(conversion_delivery.id, id),
    order_id === undefined ? undefined : eq(conversion_delivery.order_id, order_id),
    eq(conversion_delivery.conversion_state, 'waiting'),
    gt(conversion_delivery.next_attempt_at, clock.now()),
    inArray(conversion_destination.conversion_kind, BROWSER_CONVERSION_KINDS),
    isNotNull(conversion_destination.on_since),
    not(isOrderCheckPendingSql(sql`${conversion_delivery.shop_id}`, sql`${conversion_delivery.order_id}`)),
  )
}

const destinationOfIt = refersToCondition(conversion_delivery.destination_id, conversion_destination)

/**
 * Addresses of the frames of an order's completion page. They name no order, and end after a few minutes or with the
 * first request.
 * @throws ShopError 404 for no order of this member
 */
export const listAdFrames: Handler<'POST /v1/order/public/{order_no}/ad-frames'> = async (ctx, { order_no }) => {
  const [order] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.shop_id, ctx.shop_id), eq(orders.order_no, order_no), eq(orders.customer_id, ctx.customer_id)))
  if (!order) throw notFound()
  const rows = await ctx.db
    .select({ id: conversion_delivery.id })
    .from(conversion_delivery)
    .innerJoin(conversion_destination, destinationOfIt)
    .where(open(ctx, { order_id: order.id }))
    .orderBy(asc(conversion_delivery.id))
  return { addresses: rows.map(({ id }) => `${adFramePath}${sealAddress(ctx, id)}`) }
}

function sealAddress({ secrets, shop_id, clock }: Context, id: number): string {
  const until = new Date(clock.now().getTime() + ADDRESS_MINUTES * 60_000).toISOString()
  return sealShopValues(secrets, { shop_id, values: { ad_frame: String(id), until } })
}

/** The event of an address; null: it is none of ours, or has ended. */
function openAddress({ secrets, shop_id, clock }: Context, token: string): number | null {
  try {
    const { ad_frame, until } = openShopValues(secrets, shop_id, token)
    return ad_frame !== undefined && until !== undefined && until > clock.now().toISOString() ? Number(ad_frame) : null
  } catch {
    return null
  }
}

/** Returns the frame's document for an address, once. A second request gets null, and so does an unknown address. */
export async function consumeAdFrame(ctx: Context, token: string): Promise<{ html: string; policy: string } | null> {
  const id = openAddress(ctx, token)
  if (id === null) return null
  const [found] = await ctx.db
    .select({ event: conversion_delivery, destination: conversion_destination })
    .from(conversion_delivery)
    .innerJoin(conversion_destination, destinationOfIt)
    .where(open(ctx, { id }))
  if (!found) return null
  const { event, destination } = found
  const order = (await loadConversionOrders(ctx, [event.order_id])).get(event.order_id)!
  const frame = buildAdFrame(
    destination,
    buildConversionFact(ctx, order, event, { contacts: [], value: destination.conversion_value }),
  )
  if (typeof frame === 'string') return null
  const reason = conversionDropReason(ctx, destination, { ...event, attempts: 1, was_told: null }, order)
  return (await end(ctx, id, reason)) && reason === null ? frame : null
}

/** Ends the frame; of two requests at once only one succeeds. */
async function end({ db, shop_id, clock }: Context, id: number, drop_reason: ConversionDrop | null): Promise<boolean> {
  const conversion_state = drop_reason === null ? 'shown' : 'dropped'
  const [ended] = await db
    .update(conversion_delivery)
    .set({ conversion_state, drop_reason, attempts: 1, done_at: clock.now() })
    .where(
      and(
        eq(conversion_delivery.shop_id, shop_id),
        eq(conversion_delivery.id, id),
        eq(conversion_delivery.conversion_state, 'waiting'),
      ),
    )
    .returning({ id: conversion_delivery.id })
  return ended !== undefined
}
