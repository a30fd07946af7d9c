import type { Kept } from '@kushi/shop/context'

/** If the connection for notifications is lost and cannot be reopened, no row is older than this. */
const ttlMs = 10_000

/**
 * Cached rows of the tables whose changes are notified on channel `catalogue`; `clear` is called on each notification.
 */
export class KeptRows implements Kept {
  readonly #rows = new Map<string, { loaded: unknown; until: number }>()
  #generation = 0

  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#rows.get(key)
    if (kept && performance.now() < kept.until) return kept.loaded as T
    const before = this.#generation
    const until = performance.now() + ttlMs
    const loaded = await load()
    // A change was notified meanwhile: the rows may be from before it.
    if (before === this.#generation) this.#rows.set(key, { loaded, until })
    return loaded
  }

  clear(): void {
    this.#generation += 1
    this.#rows.clear()
  }
}
