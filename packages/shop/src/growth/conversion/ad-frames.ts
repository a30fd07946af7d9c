import { conversion_delivery, conversion_destination } from '@kushi/db/schema/conversion'
import { orders } from '@kushi/db/schema/order'
import { order_check } from '@kushi/db/schema/person'
import type { ConversionDrop } from '@kushi/values/conversion/conversion'
import { BROWSER_CONVERSION_KINDS } from '@kushi/values/conversion/kinds'
import { itemCodesText } from '@kushi/values/conversion/placeholders'
import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { openShopValues, sealShopValues } from '../../secret-box.ts'
import { notFound } from '../../shop-error.ts'
import { consentedContacts, factOf, loadOrdersToTell } from './internal/load-facts.ts'
import { frameDocument, frameHosts, parseFrameTag } from './rules/frame-tag.ts'
import { dropReason } from './rules/judge-event.ts'

/** Where a frame's document is, before its token. */
export const adFramePath = '/v1/order/ad-frames/'

/** Between the page that names an address and the browser that opens it. */
const ADDRESS_MINUTES = 5

/** 注文の完了画面のタグ that the browser may still get: of the first delivery, of a 送信先 that is on, and not while the order is held. */
const open = ({ shop_id, clock }: Context, { id, order_id }: { id?: number; order_id?: number }) => {
  const held = sql`exists (select from ${order_check} c where c.shop_id = ${conversion_delivery.shop_id}
    and c.order_id = ${conversion_delivery.order_id} and c.outcome = 'held' and c.decided_at is null)`
  return and(
    eq(conversion_delivery.shop_id, shop_id),
    id === undefined ? undefined : eq(conversion_delivery.id, id),
    order_id === undefined ? undefined : eq(conversion_delivery.order_id, order_id),
    eq(conversion_delivery.conversion_state, 'waiting'),
    gt(conversion_delivery.next_attempt_at, clock.now()),
    inArray(conversion_destination.conversion_kind, BROWSER_CONVERSION_KINDS),
    isNotNull(conversion_destination.on_since),
    sql`not ${held}`,
  )
}

const destinationOfIt = and(
  eq(conversion_destination.shop_id, conversion_delivery.shop_id),
  eq(conversion_destination.id, conversion_delivery.destination_id),
)

/**
 * Addresses of the frames of an order's completion page. They name no order, and end after a few minutes or with the first request.
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

/** The document for an address, once: whoever asks again gets null, as does whoever has no address. */
export async function takeAdFrame(ctx: Context, token: string): Promise<{ html: string; policy: string } | null> {
  const id = openAddress(ctx, token)
  if (id === null) return null
  const [found] = await ctx.db
    .select({ event: conversion_delivery, destination: conversion_destination })
    .from(conversion_delivery)
    .innerJoin(conversion_destination, destinationOfIt)
    .where(open(ctx, { id }))
  if (!found) return null
  const { event, destination } = found
  const order = (await loadOrdersToTell(ctx, [event.order_id])).get(event.order_id)!
  const reason = dropReason(
    {
      ...order,
      event_name: event.event_name,
      age_days: 0,
      attempts: 1,
      order_status: order.status,
      consented: consentedContacts(destination, order),
      was_told: null,
      click_ids: order.click_ids ?? {},
    },
    destination,
  )
  const hosts = frameHosts(destination.account_values.hosts ?? '')
  const parsed = parseFrameTag(destination.account_values.tag ?? '', hosts)
  if (typeof parsed === 'string') return null
  if (!(await end(ctx, id, reason)) || reason !== null) return null
  const fact = factOf(ctx, order, event, { contacts: [], value: destination.conversion_value })
  return frameDocument(parsed, { ...fact, item_codes: itemCodesText(fact.items) }, hosts)
}

/** Of two requests at once only one ends it. */
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
