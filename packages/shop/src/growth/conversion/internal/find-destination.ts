import type { Queryable, Tx } from '@kushi/db/connect'
import { conversion_destination } from '@kushi/db/schema/conversion'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { notFound } from '../../../shop-error.ts'

export type ConversionDestinationRow = typeof conversion_destination.$inferSelect

interface Key {
  shop_id: number
  id: number
}

/** @throws ShopError 404 */
export async function findConversionDestination(db: Queryable, key: Key): Promise<ConversionDestinationRow> {
  const [row] = await db.select().from(conversion_destination).where(sameRowCondition(conversion_destination, key))
  if (!row) throw notFound()
  return row
}

/** @throws ShopError 404 */
export async function lockConversionDestination(tx: Tx, key: Key): Promise<ConversionDestinationRow> {
  const [row] = await tx
    .select()
    .from(conversion_destination)
    .where(sameRowCondition(conversion_destination, key))
    .for('update')
  if (!row) throw notFound()
  return row
}
