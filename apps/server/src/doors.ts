import type { Database } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { isNull } from 'drizzle-orm'

/** A shop that is being made ready. */
interface Closed {
  shop_name: string
  visit_key: string
}

/** 開店前: which shops the public may not see yet. Known to every process, and asked again when a shop has changed. */
export class Doors {
  readonly #db: Database['db']
  #closed: Map<number, Closed> | null = null
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
    return this.#closed !== null && !this.#closed.has(shop_id)
  }

  /** null: everybody may come in. */
  async closed(shop_id: number): Promise<Closed | null> {
    if (this.#closed) return this.#closed.get(shop_id) ?? null
    const generation = this.#generation
    const rows = await this.#db
      .select({ id: shop.id, shop_name: shop.shop_name, visit_key: shop.visit_key })
      .from(shop)
      .where(isNull(shop.opened_at))
    const closed = new Map(rows.map(({ id, ...row }) => [id, row]))
    if (generation === this.#generation) this.#closed = closed
    return closed.get(shop_id) ?? null
  }
}
