/** Failures in a row: two rounds of the run's four workers, i.e. about a minute if the provider hangs. */
const most = 8

/**
 * A run calls a provider as long as it responds. If its last charges got no response, this run calls it no more;
 * otherwise everything due elsewhere would wait half a minute per charge. The next run tries it again.
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
