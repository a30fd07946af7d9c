/**
 * `npm run drill -- release [archive]`: unpacks an archive of `npm run release` (the newest in `release/`) in an empty
 * folder, starts it with only ports in the environment, puts Debian's nginx with `deploy/nginx/kushi.conf` in front of
 * it, and makes a purchase through TLS and http/2.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findEmbedded } from '@kushi/db/embedded'
import { prepareMembers } from '../prepare.ts'
import { freePort } from '../shop.ts'
import { buy } from './parts/buy.ts'
import { newestArchive } from './parts/newest-archive.ts'
import { missingNginx, nginxHost, startNginx } from './parts/nginx.ts'

const missing = missingNginx()
if (missing) throw new Error(missing)
const root = join(import.meta.dirname, '../..')
const archive = process.argv[2] ? resolve(root, process.argv[2]) : newestArchive()
const folder = await mkdtemp(join(tmpdir(), 'kushi-drill-'))
const [web, tls, plain] = [await freePort(), await freePort(), await freePort()]
const url = `https://${nginxHost}:${tls}`
let shop: ChildProcess | undefined
let nginx: ChildProcess | undefined
try {
  execFileSync('tar', ['-C', folder, '-xzf', archive])
  const [name] = readdirSync(folder)
  const began = performance.now()
  shop = await start(join(folder, name!, 'bin/kushi'))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  nginx = await startNginx(folder, { web, tls, plain })
  const database = await findEmbedded(join(folder, 'data'))
  const { tokens } = await prepareMembers(database!)
  const ca = readFileSync(join(folder, 'fullchain.pem'))
  const door = { host: nginxHost, port: tls, ca, direct: `http://127.0.0.1:${web}` }
  const bought = await buy(door, tokens[0]!)
  const size = (statSync(archive).size / 1024 / 1024).toFixed(1)
  console.log(`\n${archive}: ${size} MB, open ${seconds} s after its first start, order ${bought} through TLS and h2`)
} finally {
  nginx?.kill('SIGTERM')
  if (shop && shop.exitCode === null) {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

async function start(command: string): Promise<ChildProcess> {
  const env = { PORT: String(web), PUBLIC_URL: url, TRUST_PROXY: '1', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '0' }
  const child = spawn(command, ['start'], { cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part) => (said += part))
  const gone = once(child, 'exit').then(() => assert.fail(`It did not start:\n${said}`))
  const open = async () => {
    while (!said.includes('The shop is open')) await wait(100)
  }
  await Promise.race([open(), gone])
  gone.catch(() => undefined)
  return child
}
