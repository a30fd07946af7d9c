import type { Queryable, Tx } from '@kushi/db/connect'
import { isRow } from '@kushi/db/in-shop'
import { shipment, shipping_batch } from '@kushi/db/schema/fulfilment'
import { SHIPPING_BATCH_STATUS, type ShippingBatchStatus } from '@kushi/values/shipment'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { ShippingBatchRow } from '../start-batch.ts'

/** Moves a batch forward to this status; a batch that is already further stays there. The caller holds the lock. */
export async function advanceBatch(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  batch: ShippingBatchRow,
  status: ShippingBatchStatus,
): Promise<void> {
  const at = (one: ShippingBatchStatus) => SHIPPING_BATCH_STATUS.indexOf(one)
  if (at(batch.status) >= at(status)) return
  await tx.update(shipping_batch).set({ status, updated_at: clock.now() }).where(isRow(shipping_batch, batch))
}

/** Completes the shop's batches that have no packed parcel left, for whatever reason. */
export async function closeBatches(
  db: Queryable,
  { clock, shop_id }: Pick<Context, 'clock' | 'shop_id'>,
): Promise<void> {
  await db
    .update(shipping_batch)
    .set({ status: 'completed', updated_at: clock.now() })
    .where(
      and(
        eq(shipping_batch.shop_id, shop_id),
        ne(shipping_batch.status, 'completed'),
        sql`not exists (select from ${shipment} s where s.shop_id = ${shipping_batch.shop_id}
          and s.shipping_batch_id = ${shipping_batch.id} and s.status = 'packed')`,
      ),
    )
}
