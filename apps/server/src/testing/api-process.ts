/** A server without pages in a separate process: `node api-process.ts`. Prints `{"port":…}` first, then logs. */
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { makeDeps } from '../deps/make-deps.ts'
import { httpServer } from '../http/http-server.ts'
import { listenOrExplain } from '../http/listen.ts'
import { cachingListener } from '../http/pages/fast-listener.ts'
import { stopOnSignal } from '../http/stop-on-signal.ts'
import { startJobs } from '../jobs/start-jobs.ts'

const config = readConfig(process.env)
const { deps, close } = await makeDeps(config)
const app = createApp(deps)
const server = httpServer(cachingListener(deps, '/nowhere', getRequestListener(app.fetch)))
await listenOrExplain(server, config)
const jobs = process.env.JOBS === 'on' ? startJobs(deps) : { stop: async () => undefined }
stopOnSignal(server, jobs.stop, close)
process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
