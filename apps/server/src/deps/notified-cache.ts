/** If the connection for notifications is lost and cannot be reopened, or a row was changed by hand, nothing is older. */
const ttlMs = 10_000

interface Bounds<T> {
  /** The most entries; the one that was not used for the longest time is evicted. */
  entries: number
  /** Total of `sizeOf`. A value of more than a tenth of it is not kept. */
  size?: number
  sizeOf?: (value: T) => number
}

/**
 * A cache of values read from tables whose changes the database notifies. `clear` is called on each notification. A
 * value is not kept if a notification arrived while it was made, because its rows may have changed.
 */
export class NotifiedCache<T = unknown> {
  readonly #kept = new Map<string, { value: T; until: number }>()
  readonly #most: Required<Bounds<T>>
  #size = 0
  #generation = 0

  constructor({ entries, size = Number.POSITIVE_INFINITY, sizeOf = () => 0 }: Bounds<T>) {
    this.#most = { entries, size, sizeOf }
  }

  /** Increased by every change; read before the rows of a value, and handed to `put`. */
  get generation(): number {
    return this.#generation
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#kept.size, bytes: this.#size }
  }

  /** undefined: not known, or no longer. */
  peek(key: string): T | undefined {
    return this.#fresh(key)?.value
  }

  put(key: string, generation: number, value: T, since = performance.now()): void {
    const { entries, size, sizeOf } = this.#most
    const own = sizeOf(value)
    if (generation !== this.#generation || own > size / 10) return
    this.#drop(key)
    while (this.#kept.size >= entries || this.#size + own > size) this.#drop(this.#kept.keys().next().value!)
    this.#add(key, { value, until: since + ttlMs })
  }

  async get<V extends T>(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.#fresh(key)
    if (known) return known.value as V
    const [generation, since] = [this.#generation, performance.now()]
    const value = await load()
    this.put(key, generation, value, since)
    return value
  }

  clear(): void {
    this.#generation += 1
    this.#kept.clear()
    this.#size = 0
  }

  #fresh(key: string): { value: T } | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#drop(key)
    if (performance.now() >= kept.until) return undefined
    // A used entry moves to the end, and stays longest.
    this.#add(key, kept)
    return kept
  }

  #add(key: string, kept: { value: T; until: number }): void {
    this.#kept.set(key, kept)
    this.#size += this.#most.sizeOf(kept.value)
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    this.#size -= this.#most.sizeOf(kept.value)
  }
}
