import { shipment, shipping_import, shipping_import_row } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { CARRIER_OF_PROGRAM } from '@kushi/values/carrier'
import { and, asc, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { completeShippingBatches } from './internal/advance-batch.ts'
import { shipOrder } from './ship-order.ts'

/** Rows per run; the next run continues. */
const limit = 1_000

/**
 * 発送, a job that a confirmation also starts: ships parcels of a shop whose number is confirmed and whose truck has
 * come. Each row is processed separately: the money is captured once, the customer is notified once, and a failed row
 * keeps its reason without holding up the others. If a run is interrupted, the next one continues. Returns the number
 * of settled rows. `import_id`: only rows of this import. A parcel left on the day of its truck, also if this runs later.
 */
export async function shipConfirmedParcels(ctx: Context, import_id?: number): Promise<number> {
  let settled = 0
  let after = { shipping_import_id: 0, row_no: 0 }
  while (settled < limit) {
    const [waiting] = await nextRow(ctx, after, import_id)
    if (!waiting) break
    after = waiting.row
    await shipRow({ ...ctx, actor: waiting.actor }, waiting)
    settled += 1
  }
  // Also completes batches that an interrupted run left open.
  await completeShippingBatches(ctx.db, ctx)
  return settled
}

type WaitingRow = Awaited<ReturnType<typeof nextRow>>[number]
type Place = { shipping_import_id: number; row_no: number }

async function nextRow({ db, clock, shop_id: shop }: Context, after: Place, import_id: number | undefined) {
  const { shop_id, shipping_import_id, row_no } = shipping_import_row
  const rows = await db
    .select({
      row: shipping_import_row,
      program: shipping_import.program,
      due_at: shipping_import.due_at,
      actor: {
        actor_kind: shipping_import.actor_kind,
        actor_id: shipping_import.actor_id,
        actor_name: shipping_import.actor_name,
      },
    })
    .from(shipping_import_row)
    .innerJoin(shipping_import, refersToCondition(shipping_import_id, shipping_import))
    .where(
      and(
        eq(shop_id, shop),
        eq(shipping_import_row.state, 'waiting'),
        lte(shipping_import.due_at, clock.now()),
        import_id === undefined ? undefined : sameRowCondition(shipping_import, { shop_id: shop, id: import_id }),
        or(
          gt(shipping_import_id, after.shipping_import_id),
          and(eq(shipping_import_id, after.shipping_import_id), gt(row_no, after.row_no)),
        ),
      ),
    )
    .orderBy(asc(shipping_import_id), asc(row_no))
    .limit(1)
  return rows
}

/** Ships the parcel and those in the same box, then settles the row. A repeated call changes nothing. */
async function shipRow(ctx: Context, { row, program, due_at }: WaitingRow): Promise<void> {
  const { shipment_no, tracking_no } = row
  try {
    const parcels = await inBox(ctx, shipment_no)
    if (parcels.length === 0) throw notFound()
    for (const { order_no, shipment_no } of parcels)
      await shipOrder(ctx, {
        order_no,
        shipment_no,
        carrier: CARRIER_OF_PROGRAM[program],
        tracking_no,
        only_packed: true,
        left_at: due_at!,
      })
    await settle(ctx, row, 'done', '')
  } catch (error) {
    ctx.log.warn({ err: error, shipment_no }, 'parcel not shipped')
    await settle(ctx, row, 'failed', wordsFor(error))
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof ShopError) return error.message
  if (error instanceof PaymentRefused) return '決済会社が、代金の受け取りを断りました。お支払いをご確認ください。'
  if (error instanceof PaymentUnavailable) return '決済会社につながりませんでした。もう一度お試しください。'
  return '登録できませんでした。もう一度お試しください。変わらないときは、開発者にお知らせください。'
}

const inBox = ({ db, shop_id }: Context, shipment_no: string) =>
  db
    .select({ order_no: orders.order_no, shipment_no: shipment.shipment_no })
    .from(shipment)
    .innerJoin(orders, refersToCondition(shipment.order_id, orders))
    .where(
      and(
        eq(shipment.shop_id, shop_id),
        or(eq(shipment.shipment_no, shipment_no), inArray(shipment.rides_with_id, idOf(db, shop_id, shipment_no))),
        inArray(shipment.status, ['packed', 'shipped', 'received', 'returned']),
      ),
    )
    .orderBy(asc(shipment.rides_with_id), asc(shipment.id))

const idOf = (db: Context['db'], shop_id: number, shipment_no: string) =>
  db
    .select({ id: shipment.id })
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), eq(shipment.shipment_no, shipment_no)))

/** Another process may have settled the row: `done` stays `done`. */
async function settle(ctx: Context, row: WaitingRow['row'], state: 'done' | 'failed', message: string): Promise<void> {
  const { shop_id, shipping_import_id, row_no } = shipping_import_row
  const from = state === 'done' ? (['waiting', 'failed'] as const) : (['waiting'] as const)
  await ctx.db
    .update(shipping_import_row)
    .set({ state, message, settled_at: ctx.clock.now() })
    .where(
      and(
        eq(shop_id, row.shop_id),
        eq(shipping_import_id, row.shipping_import_id),
        eq(row_no, row.row_no),
        inArray(shipping_import_row.state, [...from]),
      ),
    )
}
