import type { Kept } from '@kushi/shop/context'

/** What was read of tables that tell of their changes on channel `catalogue`; `clear` is called when one of them has. */
export class KeptRows implements Kept {
  readonly #rows = new Map<string, unknown>()
  #generation = 0

  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    if (this.#rows.has(key)) return this.#rows.get(key) as T
    const before = this.#generation
    const loaded = await load()
    // Told of a change meanwhile: nobody knows which side of it was read.
    if (before === this.#generation) this.#rows.set(key, loaded)
    return loaded
  }

  clear(): void {
    this.#generation += 1
    this.#rows.clear()
  }
}
