import type { Database } from '@kushi/db/connect'
import { sandbox_setting } from '@kushi/db/schema/shop'
import type { Clock } from '@kushi/shop/context'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { eq } from 'drizzle-orm'

const dayMs = 86_400_000

const clockFrom = (now: () => Date): Clock => ({ now, today: () => timestampToJapanDate(now().getTime()) })

export const systemClock = clockFrom(() => new Date())

/** A clock that the sandbox can advance, shared by all processes on one database. */
export class SandboxClock {
  offsetDays = 0
  readonly clock = clockFrom(() => new Date(Date.now() + this.offsetDays * dayMs))
  readonly #db: Database['db']
  constructor(db: Database['db']) {
    this.#db = db
  }

  /** Reads the clock's offset; called at start and whenever a process changes it. */
  async read(): Promise<void> {
    const [row] = await this.#db.select().from(sandbox_setting).where(eq(sandbox_setting.name, 'clock'))
    this.offsetDays = Number((row?.value as { offset_days?: number } | undefined)?.offset_days ?? 0)
  }

  async move(days: number): Promise<void> {
    const value = { offset_days: days }
    await this.#db
      .insert(sandbox_setting)
      .values({ name: 'clock', value })
      .onConflictDoUpdate({ target: sandbox_setting.name, set: { value } })
    this.offsetDays = days
  }
}
