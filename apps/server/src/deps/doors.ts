import type { Database } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { isNull } from 'drizzle-orm'

/** A shop that is not open yet, or is closed temporarily. */
export interface Closed {
  shop_name: string
  visit_key: string
  /** Not null if it was open before. */
  closed_at: Date | null
  closed_text: string
  phone_number: string
  email: string
}

/** If the connection for notifications is lost, visitors are turned away at most this long after a shop has opened. */
const ttlMs = 10_000

/** 開店前と臨時休業: which shops the public may not see. Cached in every process, and reloaded when a shop changes. */
export class Doors {
  readonly #db: Database['db']
  #closed: Map<number, Closed> | null = null
  #until = 0
  #generation = 0

  constructor(db: Database['db']) {
    this.#db = db
  }

  /** A shop has changed, or a notification may have been missed. */
  forget(): void {
    this.#generation += 1
    this.#closed = null
  }

  /** Also false while the state is unknown. */
  isOpen(shop_id: number): boolean {
    const closed = this.#known()
    return closed !== null && !closed.has(shop_id)
  }

  /** null: the shop is open to everyone. */
  async closed(shop_id: number): Promise<Closed | null> {
    const known = this.#known()
    if (known) return known.get(shop_id) ?? null
    const generation = this.#generation
    const until = performance.now() + ttlMs
    const rows = await this.#db
      .select({
        id: shop.id,
        shop_name: shop.shop_name,
        visit_key: shop.visit_key,
        closed_at: shop.closed_at,
        closed_text: shop.closed_text,
        phone_number: shop.phone_number,
        email: shop.email,
      })
      .from(shop)
      .where(isNull(shop.opened_at))
    const closed = new Map(rows.map(({ id, ...row }) => [id, row]))
    if (generation === this.#generation) {
      this.#closed = closed
      this.#until = until
    }
    return closed.get(shop_id) ?? null
  }

  #known(): Map<number, Closed> | null {
    return performance.now() < this.#until ? this.#closed : null
  }
}
