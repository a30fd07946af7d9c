/**
 * The whole shop on a database of its own, for journeys and for tests of several processes:
 *
 *     const shop = await startShop()                                    // needs vitest's global set-up
 *     const second = await startShop({ DATABASE_URL: shop.databaseUrl })  // the same shop, another process
 *     await fetch(`${shop.url}/v1/product`)
 *     await shop.stop()
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@kushi/db/testing'
import { root } from '../launch/environment.ts'
import { reservePort } from '../launch/port.ts'
import { findBundle, programFile } from '../lib/bundles.mjs'

export type RunningShop = {
  url: string
  databaseUrl: string
  dataDir: string
  /** Its output on stdout and stderr. */
  log(): string
  stop(): Promise<void>
}

/**
 * Rate limits are wide by default, because all customers come from one address. Runs the bundles like `npm start`, or
 * the sources if the current ones were not bundled.
 */
export async function startShop(env: NodeJS.ProcessEnv = {}): Promise<RunningShop> {
  const database = env.DATABASE_URL ? undefined : await testDatabase()
  const databaseUrl = env.DATABASE_URL ?? database!.url
  const dataDir = await mkdtemp(join(tmpdir(), 'kushi-shop-'))
  const port = await reservePort('127.0.0.1', 0, 0)
  const bundle = findBundle(root)
  const child = spawn(join(root, 'node_modules/.bin/node'), [programFile(bundle, 'apps/server', 'launch'), 'start'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      RATE_LIMIT_FACTOR: '1000',
      KUSHI_BUNDLE: bundle,
      ...process.env,
      ...env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      PARENT_PIPE: '1',
    },
  })
  let log = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const open = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        log += chunk
        if (log.includes('The shop is open')) resolve()
      })
    }
  })
  await Promise.race([open, ended.then(() => Promise.reject(new Error(`The shop did not start:\n${log}`)))])
  return {
    url: `http://localhost:${port}`,
    databaseUrl,
    dataDir,
    log: () => log,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
      await database?.close()
    },
  }
}
