import type { Context } from '@kushi/shop/context'
import { applyDueChangesOfAllShops, nextScheduledMoment } from '@kushi/shop/operation/schedule/apply-due'
import { NotifiedCache } from './notified-cache.ts'

/**
 * 予定: scheduled changes take effect exactly at their time. The first request or job after that time applies them, and
 * no request is answered before they are applied: this process caches the next time, and is notified when another
 * process schedules a change.
 */
export class ScheduledChanges {
  readonly #ctx: Pick<Context, 'db' | 'clock' | 'log'>
  readonly #made: () => void
  readonly #known = new NotifiedCache<Date | null>({ entries: 1 })
  /** As it was last read; null: nothing is scheduled. */
  #next: Date | null = null
  #catchingUp: Promise<void> | null = null

  /**
   * `made`: called when changes were applied, by this process or another one, before any further request is answered.
   */
  constructor(ctx: Pick<Context, 'db' | 'clock' | 'log'>, made: () => void = () => undefined) {
    this.#ctx = ctx
    this.#made = made
  }

  /** A change was scheduled, withdrawn or applied. */
  forget(): void {
    this.#known.clear()
  }

  /** The time has passed, so cached answers are outdated. */
  get isDue(): boolean {
    return this.#next !== null && this.#ctx.clock.now() >= this.#next
  }

  /** Applies due changes before a request is answered. */
  async catchUp(): Promise<void> {
    if (this.#known.peek(NEXT) !== undefined && !this.isDue) return
    this.#catchingUp ??= this.#work().finally(() => {
      this.#catchingUp = null
    })
    await this.#catchingUp
  }

  async #work(): Promise<void> {
    if (this.isDue) {
      await applyDueChangesOfAllShops(this.#ctx)
      // Called here and not on the database's notification, which may arrive after the first waiting request has read a
      // price.
      this.#made()
      this.forget()
    }
    this.#next = await this.#known.get(NEXT, () => nextScheduledMoment(this.#ctx.db))
    if (this.isDue) await this.#work()
  }
}

const NEXT = 'next moment'
