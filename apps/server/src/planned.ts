import type { Context } from '@kushi/shop/context'
import { applyDue, nextMoment } from '@kushi/shop/schedule/apply-due'

/** A change that nobody told of, made by hand, is seen after this. */
const ttlMs = 10_000

/**
 * 予定: what is planned begins at its very moment. Whoever comes first after it makes it, a request or the clockwork, and
 * nobody is answered in between: this process knows the next moment, and hears when another one plans something.
 */
export class Planned {
  readonly #ctx: Pick<Context, 'db' | 'clock' | 'log'>
  readonly #made: () => void
  /** undefined: to be asked; null: nothing is planned. */
  #next: Date | null | undefined
  #until = 0
  #generation = 0
  #catchingUp: Promise<void> | null = null

  /** `made`: something was changed, by this process or another one, and nobody has been answered since. */
  constructor(ctx: Pick<Context, 'db' | 'clock' | 'log'>, made: () => void = () => undefined) {
    this.#ctx = ctx
    this.#made = made
  }

  /** Something was planned, taken back or made. */
  forget(): void {
    this.#generation += 1
    this.#next = undefined
  }

  /** The moment has passed, and what was kept before it is no longer true. */
  get isDue(): boolean {
    return this.#next instanceof Date && this.#ctx.clock.now() >= this.#next
  }

  /** Makes what is due before anything is answered. */
  async catchUp(): Promise<void> {
    if (this.#next !== undefined && !this.isDue && performance.now() < this.#until) return
    this.#catchingUp ??= this.#work().finally(() => {
      this.#catchingUp = null
    })
    await this.#catchingUp
  }

  async #work(): Promise<void> {
    if (this.isDue) {
      await applyDue(this.#ctx)
      // Not when the database tells of it, which may be after the first who waited has asked for a price.
      this.#made()
      this.forget()
    }
    const generation = this.#generation
    const until = performance.now() + ttlMs
    const next = await nextMoment(this.#ctx.db)
    if (generation === this.#generation) {
      this.#next = next
      this.#until = until
    }
    if (this.isDue) await this.#work()
  }
}
