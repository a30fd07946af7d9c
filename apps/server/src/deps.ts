import type { Database } from '@kushi/db/connect'
import type { Standby } from '@kushi/db/standby'
import type { Clock } from '@kushi/shop/context'
import type { PictureStore } from '@kushi/shop/picture/picture-port'
import type { Logger } from 'pino'
import type { SandboxClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Doors } from './doors.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import type { JobsState } from './jobs/overdue.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Planned } from './planned.ts'
import type { ShopBase } from './shop-bases.ts'
import type { Trace } from './trace/trace.ts'

/** What is made once for the process and shared by all requests and jobs. */
export interface Deps {
  /** Of the installation; `configOf` is a shop's. */
  config: Config
  log: Logger
  database: Database
  /** For what may be some seconds old; null: there is none. */
  standby: Standby | null
  answers: AnswerCache
  /** Which shops are not open to the public. */
  doors: Doors
  /** Changes with a date, made at their moment. */
  planned: Planned
  metrics: Metrics
  trace: Trace
  sandboxClock: SandboxClock | null
  /** The database holds the demo's shops. */
  is_demo: boolean
  /** How the jobs of this process are; null where it has none. */
  jobs: JobsState | null
  clock: Clock
  pictures: PictureStore
  /** The part of a context that is the same for everybody who asks a shop, with the ports of its own accounts. */
  base(shop_id: number): Promise<ShopBase>
  /** When all is done that was left for afterwards: whoever closes connections waits for it. */
  settled(): Promise<void>
  /** What the environment says for a shop, with its own accounts over it. */
  configOf(shop_id: number): Promise<Config>
}
