import { AsyncLocalStorage } from 'node:async_hooks'

/** Message by which `isDatabaseOutage` recognises a request that has used up its waiting time. */
export const waitBudgetSpentMessage = 'The wait for the database took too long'

/** The milliseconds that one request may still wait for the database in total; its own work does not count. */
export class WaitBudget {
  #left: number
  #waiting = 0
  #since = 0

  constructor(ms: number) {
    this.#left = ms
  }

  get left(): number {
    return this.#left - (this.#waiting > 0 ? performance.now() - this.#since : 0)
  }

  /** Concurrent waits count once, not as their sum. */
  begin(): void {
    if (this.#waiting++ === 0) this.#since = performance.now()
  }

  end(): void {
    if (--this.#waiting === 0) this.#left -= performance.now() - this.#since
  }
}

const store = new AsyncLocalStorage<WaitBudget>()

/** Returns undefined where only the limits of single statements apply, as for jobs. */
export const currentWaitBudget = (): WaitBudget | undefined => store.getStore()

/**
 * Lets `work` wait for the database for `ms` milliseconds in total, however many statements it sends. After that its
 * next statement fails as an outage. Inside another `withWaitBudget` the outer limit applies.
 */
export const withWaitBudget = <T>(ms: number, work: () => T): T =>
  store.getStore() ? work() : store.run(new WaitBudget(ms), work)

/** Runs background work, started by a request, without the request's limit. */
export const withoutWaitBudget = <T>(work: () => T): T => store.exit(work)
