import type { Database } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { isNull } from 'drizzle-orm'

/** A shop that is being made ready, or is closed again. */
export interface Closed {
  shop_name: string
  visit_key: string
  /** It was open before. */
  closed_at: Date | null
  closed_text: string
  phone_number: string
  email: string
}

/** Where the connection that tells of changes is lost, nobody stands before a door for longer that has been opened. */
const ttlMs = 10_000

/** 開店前と臨時休業: which shops the public may not see yet. Known to every process, and asked again when a shop has changed. */
export class Doors {
  readonly #db: Database['db']
  #closed: Map<number, Closed> | null = null
  #until = 0
  #generation = 0

  constructor(db: Database['db']) {
    this.#db = db
  }

  /** Some shop has changed, or that may have been missed. */
  forget(): void {
    this.#generation += 1
    this.#closed = null
  }

  /** false also while nobody has looked. */
  isOpen(shop_id: number): boolean {
    const closed = this.#known()
    return closed !== null && !closed.has(shop_id)
  }

  /** null: everybody may come in. */
  async closed(shop_id: number): Promise<Closed | null> {
    const known = this.#known()
    if (known) return known.get(shop_id) ?? null
    const generation = this.#generation
    const until = performance.now() + ttlMs
    const rows = await this.#db
      .select({
        ...{ id: shop.id, shop_name: shop.shop_name, visit_key: shop.visit_key },
        ...{ closed_at: shop.closed_at, closed_text: shop.closed_text },
        ...{ phone_number: shop.phone_number, email: shop.email },
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
