import type { Database } from '@kushi/db/connect'
import type { Context } from '@kushi/shop/context'
import type { Logger } from 'pino'
import type { SandboxClock } from './clock.ts'
import type { Config } from './config.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import type { JobsState } from './jobs/overdue.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Planned } from './planned.ts'

/** What is made once for the process and shared by all requests and jobs. */
export interface Deps {
  config: Config
  log: Logger
  database: Database
  answers: AnswerCache
  /** Changes with a date, made at their moment. */
  planned: Planned
  metrics: Metrics
  sandboxClock: SandboxClock | null
  /** The database holds the demo's shops. */
  is_demo: boolean
  /** How the jobs of this process are; null where it has none. */
  jobs: JobsState | null
  /** The part of a context that is the same for everybody. */
  base: Pick<Context, 'db' | 'clock' | 'ports' | 'settings' | 'secrets' | 'log' | 'afterwards'>
}
