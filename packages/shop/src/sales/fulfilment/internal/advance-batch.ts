import type { Queryable, Tx } from '@kushi/db/connect'
import { shipment, shipping_batch } from '@kushi/db/schema/fulfilment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { ShippingBatchStatus } from '@kushi/values/shipment'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { batchStatusesBefore } from '../rules/batch-status.ts'
import type { ShippingBatchRow } from '../start-batch.ts'

type BatchContext = Pick<Context, 'clock' | 'shop_id'>

/** Moves a batch forward to this status; a batch that is already further stays there. The caller holds the lock. */
export const advanceShippingBatch = (
  tx: Tx,
  ctx: BatchContext,
  batch: ShippingBatchRow,
  status: Exclude<ShippingBatchStatus, 'completed'>,
): Promise<void> => writeBatches(tx, ctx, sameRowCondition(shipping_batch, batch), status)

/** Completes the shop's batches that have no packed parcel left, for whatever reason. */
export const completeShippingBatches = (db: Queryable, ctx: BatchContext): Promise<void> =>
  writeBatches(
    db,
    ctx,
    sql`not exists (select from ${shipment} s where s.shop_id = ${shipping_batch.shop_id}
      and s.shipping_batch_id = ${shipping_batch.id} and s.status = 'packed')`,
    'completed',
  )

/** The only place that changes `shipping_batch.status`: of those `which` can become it by the transition table. */
async function writeBatches(
  db: Queryable,
  { clock, shop_id }: BatchContext,
  which: SQL | undefined,
  status: ShippingBatchStatus,
): Promise<void> {
  const canBecome = inArray(shipping_batch.status, batchStatusesBefore(status))
  await db
    .update(shipping_batch)
    .set({ status, updated_at: clock.now() })
    .where(and(eq(shipping_batch.shop_id, shop_id), canBecome, which))
}
