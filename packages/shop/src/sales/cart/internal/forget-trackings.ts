import type { Tx } from '@kushi/db/connect'
import { cart_reminder, cart_tracking } from '@kushi/db/schema/abandonment'
import { and, eq, inArray } from 'drizzle-orm'

/** Deletes these trackings and the reminders written for them. */
export async function deleteCartTrackings(tx: Tx, shop_id: number, ids: number[]): Promise<void> {
  await tx.delete(cart_reminder).where(and(eq(cart_reminder.shop_id, shop_id), inArray(cart_reminder.tracking_id, ids)))
  await tx.delete(cart_tracking).where(and(eq(cart_tracking.shop_id, shop_id), inArray(cart_tracking.id, ids)))
}
