import type { Database } from '@kushi/db/connect'
import type { Standby } from '@kushi/db/standby'
import type { Clock } from '@kushi/shop/context'
import type { PictureMaker, PictureStore } from '@kushi/shop/ports/picture-port'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { EncodedAnswer } from '../http/answer.ts'
import type { JobsState } from '../jobs/overdue.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Trace } from '../trace/trace.ts'
import type { SandboxClock } from './clock.ts'
import type { ClosedShops } from './closed-shops.ts'
import type { NotifiedCache } from './notified-cache.ts'
import type { ScheduledChanges } from './scheduled-changes.ts'
import type { ShopBase } from './shop-bases.ts'

/** Created once per process and shared by all requests and jobs. */
export interface Deps {
  /** The installation's settings; `configOf` returns a shop's. */
  config: Config
  log: Logger
  database: Database
  /** For reads that may be a few seconds old; null: there is none. */
  standby: Standby | null
  /** Public pages and catalogue answers, without any visitor data. */
  answers: NotifiedCache<EncodedAnswer>
  /** Which shops are not open to the public. */
  closedShops: ClosedShops
  /** Planned changes, applied at their time. */
  scheduledChanges: ScheduledChanges
  metrics: Metrics
  trace: Trace
  sandboxClock: SandboxClock | null
  /** Whether the database holds the demo's shops. */
  is_demo: boolean
  /** State of this process's jobs; null if it runs none. */
  jobs: JobsState | null
  clock: Clock
  pictures: PictureStore
  picture_maker: PictureMaker
  /** The part of a context that is the same for all callers of a shop, with the ports of its own accounts. */
  base(shop_id: number): Promise<ShopBase>
  /**
   * Runs the work of a request, a job or a command, and then delivers the messages that it wrote into the outbox. `db`:
   * the database for the delivery, if not the process's.
   */
  delivering<T>(work: () => Promise<T>, db?: Database['db']): Promise<T>
  /** Resolves when all deferred work is done; await it before closing connections. */
  settled(): Promise<void>
  /** The settings of a shop: the environment, overridden by its own accounts. */
  configOf(shop_id: number): Promise<Config>
}
