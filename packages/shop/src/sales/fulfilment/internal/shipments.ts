import { randomInt } from 'node:crypto'
import { insertRows, isAnyOfCondition, updateRows } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { type Handover, shipment, shipment_event, shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import {
  groupByTemperature,
  hasLeftShop,
  SHIPMENT_STATUS_NAME,
  type ShipmentStatus,
  type Temperature,
} from '@kushi/values/shipment'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context, QueryContext } from '../../../context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { type OrderRow, requireOrderStatusChange, writeOrderStatus } from '../../order/index.ts'
import { canShipmentBecome } from '../rules/shipment-status.ts'

export type ShipmentRow = typeof shipment.$inferSelect
type Pieces = readonly { order_item_id: number; quantity: number }[]

/** Without letters that sound or look like digits on the phone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 出荷番号, `2611217QK3M9`: the day and 30 random bits. Its 12 characters fit into お客様管理番号 of every carrier. */
export function makeShipmentNo(today: CalendarDate): string {
  const random = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${today.slice(2).replaceAll('-', '')}${random}`
}

/** The parcels of an order that are not cancelled, oldest first. They are changed only while the order is locked. */
export const loadLiveShipments = async (db: Queryable, { shop_id, id }: OrderRow): Promise<ShipmentRow[]> =>
  (await loadLiveShipmentsByOrder(db, shop_id, [id])).get(id) ?? []

/** The parcels of several orders of one shop that are not cancelled, oldest first, by order id. */
export async function loadLiveShipmentsByOrder(
  db: Queryable,
  shop_id: number,
  order_ids: readonly number[],
): Promise<Map<number, ShipmentRow[]>> {
  const rows = await db
    .select()
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), isAnyOfCondition(shipment.order_id, order_ids)))
    .orderBy(asc(shipment.id))
  const live = rows.filter(({ status }) => status !== 'cancelled')
  return Map.groupBy(live, ({ order_id }) => order_id)
}

/** The pieces of a parcel, by item of the order. */
export const loadShipmentPieces = (db: Queryable, { shop_id, id }: ShipmentRow): Promise<Pieces> =>
  db
    .select({ order_item_id: shipment_item.order_item_id, quantity: shipment_item.quantity })
    .from(shipment_item)
    .where(and(eq(shipment_item.shop_id, shop_id), eq(shipment_item.shipment_id, id)))
    .orderBy(asc(shipment_item.order_item_id))

/** The contents of these parcels. */
export async function loadShipmentContents(db: Queryable, parcels: readonly ShipmentRow[]) {
  const [first] = parcels
  if (!first) return []
  const ids = parcels.map(({ id }) => id)
  return db
    .select({
      shop_id: order_item.shop_id,
      product_sku_id: order_item.product_sku_id,
      quantity: shipment_item.quantity,
    })
    .from(shipment_item)
    .innerJoin(order_item, refersToCondition(shipment_item.order_item_id, order_item))
    .where(and(eq(shipment_item.shop_id, first.shop_id), inArray(shipment_item.shipment_id, ids)))
}

/**
 * The requested parcel: by its number, or the only one. null when there is none yet.
 * @throws ShopError 404, 409 when there are several and no number is given
 */
export function selectShipment(parcels: readonly ShipmentRow[], shipment_no: string | undefined): ShipmentRow | null {
  if (shipment_no !== undefined) {
    const found = parcels.find((parcel) => parcel.shipment_no === shipment_no)
    if (!found) throw notFound()
    return found
  }
  if (parcels.length < 2) return parcels[0] ?? null
  const numbers = parcels.map((parcel) => parcel.shipment_no).join('、')
  throw new ShopError(
    409,
    'ERROR_SHIPMENT_NO',
    `荷物が${parcels.length}個あります。出荷番号を指定してください: ${numbers}`,
  )
}

/**
 * Starts to prepare an order (発送準備中): makes its parcels, one for each 温度帯, until it is split. They are made here and
 * not when the order is placed, so that purchases and the daily job write no parcels that packing may change.
 * @throws ShopError 409 for an order that can't be shipped
 */
export async function createShipmentsOfOrder(
  tx: Tx,
  ctx: QueryContext,
  order: OrderRow,
): Promise<[OrderRow, ShipmentRow[]]> {
  const arranged = order.status === 'received' ? (await writeOrderStatus(tx, ctx, [order], 'arranged'))[0]! : order
  if (arranged.status !== 'arranged') requireOrderStatusChange(arranged, 'shipped')
  const parcels = await loadLiveShipments(tx, arranged)
  if (parcels.length > 0) return [arranged, parcels]
  const pieces = await tx
    .select({
      order_item_id: order_item.id,
      quantity: order_item.quantity,
      temperature: product_sku.temperature,
    })
    .from(order_item)
    .innerJoin(product_sku, refersToCondition(order_item.product_sku_id, product_sku))
    .where(and(eq(order_item.shop_id, order.shop_id), eq(order_item.order_id, order.id)))
    .orderBy(asc(order_item.id))
  const made: ShipmentRow[] = []
  for (const part of groupByTemperature(pieces)) {
    const own = part.pieces.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }))
    made.push(await createShipment(tx, ctx, arranged, own, part.temperature))
  }
  return [arranged, made]
}

/** Makes a parcel of these pieces, ready to be packed. */
export async function createShipment(
  tx: Tx,
  ctx: QueryContext,
  { shop_id, id: order_id, delivery_id }: OrderRow,
  pieces: Pieces,
  temperature: Temperature = 'normal',
): Promise<ShipmentRow> {
  const created_at = ctx.clock.now()
  const parcel = { shop_id, order_id, delivery_id, temperature, status: 'ready' as const, created_at }
  let made: ShipmentRow | undefined
  while (!made) {
    const shipment_no = makeShipmentNo(ctx.clock.today())
    ;[made] = await tx
      .insert(shipment)
      .values({ ...parcel, shipment_no })
      .onConflictDoNothing({ target: [shipment.shop_id, shipment.shipment_no] })
      .returning()
  }
  const { id: shipment_id } = made
  await tx
    .with(noteShipment(tx, ctx, made))
    .insert(shipment_item)
    .values(pieces.map((piece) => ({ shop_id, shipment_id, ...piece })))
  return made
}

type ShipmentContext = Pick<Context, 'clock' | 'actor'>

const timeOf = {
  packed: 'packed_at',
  shipped: 'shipped_at',
  received: 'received_at',
  returned: 'returned_at',
  cancelled: 'cancelled_at',
} as const

const outOfBatch = {
  packed_at: null,
  shipping_batch_id: null,
  pick_no: null,
  shipping_file_id: null,
  collects_cash: null,
  rides_with_id: null,
}

const eventOf = (
  { clock, actor }: ShipmentContext,
  { shop_id, id: shipment_id, status }: ShipmentRow,
  replaced: Handover | null = null,
) => ({
  shop_id,
  shipment_id,
  status,
  replaced,
  ...actor,
  created_at: clock.now(),
})

/** The insert of an event, as a step of another statement. */
const noteShipment = (tx: Tx, ...event: Parameters<typeof eventOf>) =>
  tx.$with('noted').as(
    tx
      .insert(shipment_event)
      .values(eventOf(...event))
      .returning({ id: shipment_event.id }),
  )

/**
 * The only place that writes `shipment.status`, by its transition table.
 * @throws ShopError 409 when the table does not allow the step
 */
export async function writeShipmentStatus(
  tx: Tx,
  ctx: ShipmentContext,
  parcel: ShipmentRow,
  status: ShipmentStatus,
  set: Partial<ShipmentRow> = {},
): Promise<ShipmentRow> {
  requireShipmentStep(parcel, status)
  // A parcel taken out of its batch counts as never packed.
  const time = status === 'ready' ? outOfBatch : { [timeOf[status]]: ctx.clock.now() }
  const [written] = await tx
    .with(noteShipment(tx, ctx, { ...parcel, status }))
    .update(shipment)
    .set({ ...set, ...time, status })
    .where(sameRowCondition(shipment, parcel))
    .returning()
  return written!
}

/**
 * Writes the status of several parcels of one shop, with their events, in set-based statements. Returns them in the
 * given order. A single parcel takes one statement.
 * @throws ShopError 409 when the transition table does not allow the step
 */
export async function writeShipmentStatuses(
  tx: Tx,
  ctx: ShipmentContext & Pick<Context, 'shop_id'>,
  parcels: readonly ShipmentRow[],
  status: keyof typeof timeOf,
): Promise<ShipmentRow[]> {
  for (const parcel of parcels) requireShipmentStep(parcel, status)
  const time = timeOf[status]
  const moved = parcels.map((parcel) => ({ ...parcel, status, [time]: ctx.clock.now() }))
  await updateRows(tx, shipment, ctx.shop_id, moved, { key: ['id'], set: ['status', time] })
  await insertRows(
    tx,
    shipment_event,
    moved.map((parcel) => eventOf(ctx, parcel)),
  )
  return moved
}

/** Replaces the wrong number of a parcel that has left, and keeps it in the history. */
export async function correctTrackingNumber(
  tx: Tx,
  ctx: ShipmentContext,
  parcel: ShipmentRow,
  handover: Handover,
): Promise<ShipmentRow> {
  const replaced = { carrier: parcel.carrier!, tracking_no: parcel.tracking_no! }
  const [corrected] = await tx
    .with(noteShipment(tx, ctx, parcel, replaced))
    .update(shipment)
    .set(handover)
    .where(sameRowCondition(shipment, parcel))
    .returning()
  return corrected!
}

/** @throws ShopError 409 when the table does not allow the step */
export function requireShipmentStep({ shipment_no, status }: ShipmentRow, to: ShipmentStatus): void {
  if (canShipmentBecome(status, to)) return
  throw new ShopError(
    409,
    'ERROR_SHIPMENT_STATUS',
    `荷物 ${shipment_no} は「${SHIPMENT_STATUS_NAME[status]}」のため、「${SHIPMENT_STATUS_NAME[to]}」にできません。`,
  )
}

/** Moves the order's parcels with it: cancelled if they have not left, returned if they have and are not back yet. */
export async function syncShipmentsWithOrder(tx: Tx, ctx: QueryContext, order: OrderRow): Promise<void> {
  for (const parcel of await loadLiveShipments(tx, order))
    if (parcel.status !== 'returned')
      await writeShipmentStatus(tx, ctx, parcel, hasLeftShop(parcel.status) ? 'returned' : 'cancelled')
}
