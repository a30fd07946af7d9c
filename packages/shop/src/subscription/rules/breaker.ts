/** In a row: two rounds of a run's four workers, so a minute where the provider hangs. */
const most = 8

/**
 * A run asks a provider as long as it answers. One that left the last charges unanswered is asked no more in this run, or all that
 * is due elsewhere would wait for it, half a minute a charge; the next run tries it anew.
 */
export class Breaker {
  readonly #unanswered = new Map<number | null, number>()

  isOpen(method: number | null): boolean {
    return (this.#unanswered.get(method) ?? 0) >= most
  }

  note(method: number | null, isAnswered: boolean): void {
    this.#unanswered.set(method, isAnswered ? 0 : (this.#unanswered.get(method) ?? 0) + 1)
  }
}
