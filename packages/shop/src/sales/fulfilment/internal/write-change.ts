import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, inArray } from 'drizzle-orm'
import { reconcilePoints } from '../../../catalogue/point/index.ts'
import { updatePromotionUses } from '../../../catalogue/promotion/index.ts'
import { type Context, contextInTransaction, type QueryContext } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import {
  deductStock,
  findShopOrder,
  type ItemRow,
  loadOrderItems,
  lockOrderRow,
  type OrderRow,
  orderChangedError,
  orderItemRows,
  orderRefusals,
  orderVersion,
  type PlannedChange,
  pickItemAmounts,
  providerBill,
  publishOrderEvent,
  returnStock,
  selectLastPayment,
} from '../../order/index.ts'
import { changePaymentAmount } from '../../payment/index.ts'
import { mailOrderChanged } from './changed-mail.ts'
import { loadShippingDecision, saveShippingDecision } from './decisions.ts'
import { loadLiveShipments, writeShipmentStatus } from './shipments.ts'

interface Writing {
  /** Whether the customer is told by mail. */
  notify: boolean
  /** Writes the audit entry and whatever else belongs to the change, in its transaction. */
  also(tx: Tx): Promise<void>
}

/**
 * Writes a planned change of an order and its payment. The provider is told first.
 * @throws ShopError 409 when the order was changed meanwhile or can't be changed any more; PaymentRefused,
 * PaymentUnavailable: the order stays as it was
 */
export async function writeOrderChange(ctx: Context, plan: PlannedChange, writing: Writing): Promise<void> {
  await refuseFixedOrder(ctx, plan.before)
  const write = (tx: Tx, recordPayment?: () => Promise<unknown>) => writeChange(tx, ctx, plan, writing, recordPayment)
  if (plan.is_billed) await charge(ctx, plan, write)
  else await ctx.db.transaction((tx) => write(tx))
}

/** @throws ShopError 409 when the order has left, is being packed, is not paid, or its money was captured to send it */
export async function refuseFixedOrder(ctx: QueryContext, order: OrderRow): Promise<void> {
  const [paid] = await selectLastPayment(ctx.db, order)
  const { change } = orderRefusals({
    status: order.status,
    cycle: order.cycle,
    payment_method_id: order.payment_method_id,
    payment_state: paid?.state ?? null,
    captured_on_charge: paid?.captured_on_charge ?? false,
    kept_amount: 0,
    given_back: 0,
    replacement_kind: order.replacement_kind,
    parcels: (await loadLiveShipments(ctx.db, order)).map(({ status }) => status),
  })
  if (change !== null) throw new ShopError(409, 'ERROR_ORDER_STATUS', change)
}

async function charge(
  ctx: Context,
  { before, after, sold, items, paid }: PlannedChange,
  write: (tx: Tx, recordPayment: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  if (paid?.state !== 'authorised')
    throw new ShopError(409, 'ERROR_ORDER_STATUS', '仮売上のないご注文のため、内容を変更できません。')
  const [buyer] = await ctx.db
    .select()
    .from(customer)
    .where(sameRowCondition(customer, { shop_id: before.shop_id, id: before.customer_id }))
  let isCharged = false
  try {
    await changePaymentAmount(ctx, paid, {
      amount: after.payment_total,
      async bill() {
        await refuseOvertaken(ctx, before)
        return providerBill(after, buyer!, items ?? sold)
      },
      write(tx, recordPayment) {
        isCharged = true
        return write(tx, recordPayment)
      },
    })
  } catch (error) {
    if (isCharged && error instanceof ShopError)
      await changePaymentAmount(ctx, paid, {
        amount: paid.amount,
        bill: async () => providerBill(before, buyer!, sold),
        write: (_, recordPayment) => recordPayment(),
      })
    throw error
  }
}

/** Checks for a concurrent change one last time before calling the provider. */
async function refuseOvertaken(ctx: QueryContext, seen: OrderRow): Promise<void> {
  const now = await findShopOrder(ctx, seen.id)
  if (orderVersion(now, []) !== orderVersion(seen, [])) throw orderChangedError()
}

/** The columns that a label is printed from. */
const onLabel = [
  'name01',
  'name02',
  'postal_code01',
  'postal_code02',
  'pref_id',
  'addr01',
  'addr02',
  'addr03',
  'phone_number',
  'delivery_id',
  'delivery_date',
  'delivery_time_id',
  'delivery_notes',
] as const satisfies readonly (keyof OrderRow)[]

async function writeChange(
  tx: Tx,
  ctx: QueryContext,
  plan: PlannedChange,
  { notify, also }: Writing,
  recordPayment?: () => Promise<unknown>,
): Promise<void> {
  const { before, after, items, changes } = plan
  const order = await lockOrderRow(tx, before)
  if (orderVersion(order, await loadOrderItems(tx, order)) !== orderVersion(before, plan.sold))
    throw orderChangedError()
  await refuseFixedOrder(contextInTransaction(ctx, tx), order)
  await recordPayment?.()
  const { id: _, shop_id: __, status: ___, created_at: ____, is_repeat: _____, ...columns } = after
  await tx
    .update(orders)
    .set({ ...columns, updated_at: ctx.clock.now() })
    .where(sameRowCondition(orders, order))
  await publishOrderEvent(tx, { ...after, updated_at: ctx.clock.now() }, 'order.changed')
  await askAnew(tx, ctx, before, after)
  if (notify && changes.length > 0) await mailOrderChanged(tx, ctx, after, changes)
  if (items) {
    await unpack(tx, ctx, order)
    await updatePromotionUses(tx, order, plan.granted)
    await writeItems(tx, ctx, order, plan)
  }
  await also(tx)
}

/** Discards the desk's decisions about the label that were based on the old values, so that the desk decides again. */
async function askAnew(tx: Tx, ctx: QueryContext, before: OrderRow, after: OrderRow): Promise<void> {
  const differs = (names: readonly (keyof OrderRow)[]) => names.some((name) => before[name] !== after[name])
  const decision = {
    ...(differs(onLabel) && { label: null, town_doubt: null }),
    ...(differs(['delivery_notes']) && { note_read_at: null }),
    ...(differs(addressFields) && (await answered(tx, after))),
  }
  if (Object.keys(decision).length > 0) await saveShippingDecision(tx, ctx, after, decision)
}

const addressFields = onLabel.filter((name) => !name.startsWith('delivery_'))

/** A new address answers the request for one, and the hold for it. */
async function answered(tx: Tx, order: OrderRow) {
  const decision = await loadShippingDecision(tx, order)
  return { address_wish: null, ...(decision?.held?.reason === 'address' && { held: null }) }
}

/**
 * Existing parcels, not yet packed, hold the old items: empties and cancels them. New ones are made when the order is
 * packed.
 */
async function unpack(tx: Tx, ctx: QueryContext, order: OrderRow): Promise<void> {
  for (const parcel of await loadLiveShipments(tx, order)) {
    const { shop_id, id } = await writeShipmentStatus(tx, ctx, parcel, 'cancelled')
    await tx.delete(shipment_item).where(and(eq(shipment_item.shop_id, shop_id), eq(shipment_item.shipment_id, id)))
  }
}

/** The same SKU can be in an order several times: bought, as a gift, and in sets. */
type ItemKey = Pick<ItemRow, 'product_sku_id' | 'gift_promotion_id' | 'set_sku_id'>
type ItemPieces = ItemKey & Pick<ItemRow, 'quantity'>

async function writeItems(
  tx: Tx,
  ctx: QueryContext,
  order: OrderRow,
  { sold, items, gifts }: PlannedChange,
): Promise<void> {
  const { shop_id } = order
  const rows = orderItemRows(order, { items: items!, summary: { gifts } })
  const isSame = (a: ItemKey, b: ItemKey) =>
    a.product_sku_id === b.product_sku_id &&
    a.gift_promotion_id === b.gift_promotion_id &&
    a.set_sku_id === b.set_sku_id
  const gone = sold.filter((item) => !rows.some((row) => isSame(item, row)))
  if (gone.length > 0)
    await tx.delete(order_item).where(
      and(
        eq(order_item.shop_id, shop_id),
        inArray(
          order_item.id,
          gone.map(({ id }) => id),
        ),
      ),
    )
  for (const row of rows) {
    const item = sold.find((one) => isSame(one, row))
    const changed = { quantity: row.quantity, set_quantity: row.set_quantity, ...pickItemAmounts(row) }
    if (item) await tx.update(order_item).set(changed).where(sameRowCondition(order_item, item))
    else await tx.insert(order_item).values(row)
  }
  await reconcilePoints(tx, ctx, [order.id])
  const more = (from: readonly ItemPieces[], than: readonly ItemPieces[]) =>
    from.flatMap((item) => {
      const quantity = item.quantity - (than.find((one) => isSame(one, item))?.quantity ?? 0)
      return quantity > 0 ? [{ ...item, shop_id, quantity }] : []
    })
  await returnStock(tx, more(sold, rows))
  const parts = items!.flatMap((item) => item.parts.map((part) => ({ ...part, id: part.product_sku_id })))
  const whole = items!.map((item) => ({ ...item, parts: [] }))
  const known = [...whole, ...parts, ...gifts]
  await deductStock(
    tx,
    shop_id,
    more(rows, sold).map(({ product_sku_id, quantity, gift_promotion_id }) => ({
      ...known.find(({ id }) => id === product_sku_id)!,
      quantity,
      gift_promotion_id,
    })),
  )
}
