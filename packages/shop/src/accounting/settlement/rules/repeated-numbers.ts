/** Finds among many numbers those that come more than once. Each takes eight bytes. */
export class DuplicateNumberFinder {
  #all = new Float64Array(4_096)
  #count = 0

  add(number: number): void {
    if (this.#count === this.#all.length) {
      const larger = new Float64Array(this.#all.length * 2)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[this.#count++] = number
  }

  repeated(): Set<number> {
    const sorted = this.#all.subarray(0, this.#count).sort()
    return new Set(sorted.filter((number, at) => sorted[at + 1] === number))
  }
}
