/** A fixed sequence of numbers (mulberry32); the same seed gives the same ones on every machine. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!
  }

  /** One of `all`, each as often as its weight says. */
  weighted<T extends { weight: number }>(all: readonly T[]): T {
    let left = this.next() * all.reduce((sum, { weight }) => sum + weight, 0)
    for (const one of all) {
      left -= one.weight
      if (left < 0) return one
    }
    return all.at(-1)!
  }

  seed(): number {
    return this.below(2 ** 31)
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}
