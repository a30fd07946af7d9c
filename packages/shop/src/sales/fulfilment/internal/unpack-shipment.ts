import type { Tx } from '@kushi/db/connect'
import { shipment, shipping_import_row } from '@kushi/db/schema/fulfilment'
import { and, eq, inArray } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import type { AdminQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { completeShippingBatches } from './advance-batch.ts'
import { type ShipmentRow, writeShipmentStatus } from './shipments.ts'

/** Takes a parcel that has not left out of its batch; the caller has locked its order. @throws ShopError 409 */
export async function unpackShipment(tx: Tx, ctx: AdminQueryContext, parcel: ShipmentRow): Promise<ShipmentRow> {
  await refuseSharedBox(tx, parcel)
  await forgetNumber(tx, ctx, parcel)
  const after = await writeShipmentStatus(tx, ctx, parcel, 'ready')
  await completeShippingBatches(tx, ctx)
  await auditShipmentChange(tx, ctx, parcel, { status: parcel.status }, { status: after.status })
  return after
}

/**
 * Parcels that ride in this parcel's box have to be taken out first, because they have no label of their own.
 * @throws ShopError 409
 */
export async function refuseSharedBox(tx: Tx, { shop_id, id, shipment_no }: ShipmentRow): Promise<void> {
  const riding = and(...[eq(shipment.shop_id, shop_id), eq(shipment.rides_with_id, id), eq(shipment.status, 'packed')])
  const [found] = await tx.select({ shipment_no: shipment.shipment_no }).from(shipment).where(riding)
  if (!found) return
  throw new ShopError(
    409,
    'ERROR_SHIPMENT_STATUS',
    `荷物 ${shipment_no} の箱には、荷物 ${found.shipment_no} も入っています。先にそちらの出荷を止めてください。`,
  )
}

/** Undoes a number that waits for the truck or failed, because the parcel does not leave. */
async function forgetNumber(tx: Tx, { clock }: QueryContext, { shop_id, shipment_no }: ShipmentRow): Promise<void> {
  await tx
    .update(shipping_import_row)
    .set({ state: 'undone', settled_at: clock.now() })
    .where(
      and(
        eq(shipping_import_row.shop_id, shop_id),
        eq(shipping_import_row.shipment_no, shipment_no),
        inArray(shipping_import_row.state, ['waiting', 'failed']),
      ),
    )
}

/** Records a change of a parcel in the audit log. */
export const auditShipmentChange = (
  tx: Tx,
  ctx: AdminQueryContext,
  { shipment_no }: ShipmentRow,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) => recordAudit(tx, ctx, { subject: 'shipment', subject_id: shipment_no, subject_name: shipment_no, before, after })
