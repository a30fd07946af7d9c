import { AsyncLocalStorage } from 'node:async_hooks'

/** What `isOutage` knows a request by that has waited long enough. */
export const patienceSpent = 'Patience with the database is spent'

/** Milliseconds that one request may still wait for the database, in all; what it does meanwhile does not count. */
export class Patience {
  #left: number
  #waiting = 0
  #since = 0

  constructor(ms: number) {
    this.#left = ms
  }

  get left(): number {
    return this.#left - (this.#waiting > 0 ? performance.now() - this.#since : 0)
  }

  /** Of several at once only the time counts, not their sum. */
  begin(): void {
    if (this.#waiting++ === 0) this.#since = performance.now()
  }

  end(): void {
    if (--this.#waiting === 0) this.#left -= performance.now() - this.#since
  }
}

const store = new AsyncLocalStorage<Patience>()

/** undefined: only the bounds of single statements count, as for jobs. */
export const currentPatience = (): Patience | undefined => store.getStore()

/**
 * Lets `work` wait for the database for `ms` milliseconds in all, however many statements it asks; then its next statement
 * fails as an outage. Within another such work the outer one counts.
 */
export const withPatience = <T>(ms: number, work: () => T): T =>
  store.getStore() ? work() : store.run(new Patience(ms), work)

/** Work that nobody waits for, begun by somebody who is waited for. */
export const withoutPatience = <T>(work: () => T): T => store.exit(work)
