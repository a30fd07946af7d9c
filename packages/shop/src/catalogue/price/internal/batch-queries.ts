import { setImmediate } from 'node:timers/promises'
import type { Db, Queryable } from '@kushi/db/connect'
import { withoutWaitBudget } from '@kushi/db/wait-budget'

type Ask<V> = (db: Queryable, shop_id: number, ids: readonly number[]) => Promise<ReadonlyMap<number, V>>

interface Together<V> {
  ids: Set<number>
  rows: Promise<ReadonlyMap<number, V>>
}

/**
 * Combines the `ask` calls of requests that arrive at the same moment into one query. The query starts after the last
 * of them has arrived, so that no request sees an outdated price.
 */
export function batchConcurrentQueries<V>(ask: Ask<V>): Ask<V> {
  const asking = new WeakMap<Db, Map<number, Together<V>>>()
  return (db, shop_id, wanted) => {
    // A transaction must see its own writes, on its own connection.
    if (!('$client' in db)) return ask(db, shop_id, [...new Set(wanted)])
    const ofShops = asking.get(db) ?? new Map<number, Together<V>>()
    asking.set(db, ofShops)
    const { ids, rows } = ofShops.get(shop_id) ?? begin()
    for (const id of wanted) ids.add(id)
    return rows

    function begin(): Together<V> {
      const ids = new Set<number>()
      // The query belongs to several requests, so no single request's time limit applies.
      const rows = withoutWaitBudget(async () => {
        await setImmediate()
        ofShops.delete(shop_id)
        return ask(db, shop_id, [...ids])
      })
      ofShops.set(shop_id, { ids, rows })
      return { ids, rows }
    }
  }
}
