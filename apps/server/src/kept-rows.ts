import type { Kept } from '@kushi/shop/context'

/** Where the connection that tells of changes is lost and can't be had again, nothing is older than this. */
const ttlMs = 10_000

/** What was read of tables that tell of their changes on channel `catalogue`; `clear` is called when one of them has. */
export class KeptRows implements Kept {
  readonly #rows = new Map<string, { loaded: unknown; until: number }>()
  #generation = 0

  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#rows.get(key)
    if (kept && performance.now() < kept.until) return kept.loaded as T
    const before = this.#generation
    const until = performance.now() + ttlMs
    const loaded = await load()
    // Told of a change meanwhile: nobody knows which side of it was read.
    if (before === this.#generation) this.#rows.set(key, { loaded, until })
    return loaded
  }

  clear(): void {
    this.#generation += 1
    this.#rows.clear()
  }
}
