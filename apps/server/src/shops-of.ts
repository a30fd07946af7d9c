import type { Queryable } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'

/** All shops of the installation. */
export const shopsOf = async (db: Queryable): Promise<number[]> =>
  (await db.select({ id: shop.id }).from(shop).orderBy(shop.id)).map(({ id }) => id)
