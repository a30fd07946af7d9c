import { createServer } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import type { Deps } from '../deps/deps.ts'
import { listenOrExplain } from '../http/listen.ts'
import { addDatabaseFigures, addStandbyFigures } from './database-figures.ts'
import { addInstallationFigures } from './installation-figures.ts'

/**
 * Adds the metrics of this process, the database, the standby and the installation. Called only for a process that is
 * scraped.
 */
export function addAllGauges(deps: Deps): void {
  const { registry } = deps.metrics
  collectDefaultMetrics({ register: registry })
  addDatabaseFigures(registry, deps.database, () => deps.jobs)
  addStandbyFigures(registry, deps.standby)
  addInstallationFigures(registry, deps.config)
}

/**
 * `/metrics` for Prometheus on a separate port, which no visitor reaches: `METRICS_PORT`, on 127.0.0.1 unless
 * `METRICS_HOST` is set. Without it, no port is opened. Returns a function that closes it.
 */
export async function startMetricsPort(deps: Deps): Promise<() => void> {
  const { metrics_port, metrics_host } = deps.config
  if (metrics_port === null) return () => undefined
  const { registry } = deps.metrics
  const server = createServer({ requestTimeout: 5_000 }, async (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end()
    const text = await registry.metrics().catch((error: unknown) => {
      deps.log.error({ err: error }, 'metrics')
      return null
    })
    res.writeHead(text === null ? 500 : 200, { 'content-type': registry.contentType }).end(text ?? undefined)
  })
  await listenOrExplain(server, { host: metrics_host, port: metrics_port, variables: ['METRICS_HOST', 'METRICS_PORT'] })
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
