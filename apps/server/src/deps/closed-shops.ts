import type { Database } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { isNull } from 'drizzle-orm'
import { NotifiedCache } from './notified-cache.ts'

/** A shop that is not open yet, or is closed temporarily. */
export interface ClosedShop {
  shop_name: string
  visit_key: string
  /** The time at which the shop closed; null: it was never open. */
  closed_at: Date | null
  closed_text: string
  phone_number: string
  email: string
}

/** 開店前と臨時休業: which shops the public may not see. */
export class ClosedShops {
  readonly #db: Database['db']
  readonly #known = new NotifiedCache<Map<number, ClosedShop>>({ entries: 1 })

  constructor(db: Database['db']) {
    this.#db = db
  }

  /** A shop has changed, or a notification may have been missed. */
  forget(): void {
    this.#known.clear()
  }

  /** Also false while the state is unknown. */
  isOpen(shop_id: number): boolean {
    const closed = this.#known.peek(CLOSED)
    return closed !== undefined && !closed.has(shop_id)
  }

  /** null: the shop is open to everyone. */
  async find(shop_id: number): Promise<ClosedShop | null> {
    return (await this.#known.get(CLOSED, () => this.#load())).get(shop_id) ?? null
  }

  async #load(): Promise<Map<number, ClosedShop>> {
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
    return new Map(rows.map(({ id, ...row }) => [id, row]))
  }
}

const CLOSED = 'closed shops'
