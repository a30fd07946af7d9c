import { Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client'

/** Counters of a process. Metrics stored in the database are queried at each scrape: see `database-figures.ts`. */
export interface Metrics {
  registry: Registry
  /** `call`: the pattern of the path, never the path. `closed`: the 503 of a shop that is not open. */
  request(call: { method: string; path: string; status: number | 'closed'; ms: number }): void
  /** Responses served from the cache. */
  kept(): void
  providerCall(call: { provider: string; call: string; outcome: 'ok' | 'refused' | 'failed'; ms: number }): void
  /** A list, a report or an export of the admin that may be read from a standby. */
  listRead(from: 'standby' | 'primary'): void
  /** `broken`: the job finished, but some of its work failed. */
  job(run: { job: string; outcome: 'ok' | 'broken' | 'failed'; ms: number }): void
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const own = { registers: [] as Registry[] }

export function makeMetrics(): Metrics {
  const registry = new Registry()
  const add = <T extends Metric>(metric: T): T => {
    registry.registerMetric(metric)
    return metric
  }
  const requests = add(
    new Histogram({
      ...own,
      name: 'kushi_http_request_duration_seconds',
      buckets: seconds,
      help: 'Requests by call and status',
      labelNames: ['method', 'call', 'status'] as const,
    }),
  )
  const kept = add(new Counter({ ...own, name: 'kushi_http_kept_answers_total', help: 'Answers given from memory' }))
  const providers = add(
    new Histogram({
      ...own,
      name: 'kushi_provider_call_duration_seconds',
      buckets: seconds,
      help: 'Calls to third parties',
      labelNames: ['provider', 'call', 'outcome'] as const,
    }),
  )
  const reads = add(
    new Counter({
      ...own,
      name: 'kushi_admin_reads_total',
      labelNames: ['from'] as const,
      help: 'Lists, reports and exports of the admin, by where they were read, where there is a standby',
    }),
  )
  const jobs = add(
    new Histogram({
      ...own,
      name: 'kushi_job_duration_seconds',
      buckets: [0.01, 0.1, 1, 10, 60, 300, 600],
      help: 'Runs of schedules; broken: some of the work in it failed',
      labelNames: ['job_name', 'outcome'] as const,
    }),
  )
  return {
    registry,
    request: ({ method, path, status, ms }) => requests.observe({ method, call: path, status }, ms / 1000),
    kept: () => kept.inc(),
    providerCall: ({ ms, ...labels }) => providers.observe(labels, ms / 1000),
    listRead: (from) => reads.inc({ from }),
    job: ({ job, outcome, ms }) => jobs.observe({ job_name: job, outcome }, ms / 1000),
  }
}

interface Figure {
  name: string
  help: string
  labelNames?: string[]
  /** Called at each scrape. */
  set(gauge: Gauge): void | Promise<void>
}

/** A metric that is computed at each scrape. */
export function addGauge(registry: Registry, { set, ...options }: Figure): void {
  const made: Gauge = new Gauge({ ...own, ...options, collect: () => set(made) })
  registry.registerMetric(made)
}
