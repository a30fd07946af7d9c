/**
 * `npm run drill -- container [archive]`: an image of an archive (the newest in `release/`) by `deploy/Containerfile`,
 * and `deploy/compose.yaml` unchanged, with podman-compose in a separate network: PostgreSQL, migrations, web, worker
 * and Caddy. Makes a purchase through TLS and http/2; web, worker and database are killed and come back. Uses no
 * registry: PostgreSQL's and Caddy's images are built from Debian packages. Needs Debian with podman, podman-compose
 * and debootstrap, and root.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import { setUp } from '@kushi/db/setup'
import { prepareMembers } from '../prepare.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { buy } from './parts/buy.ts'
import { makeImages, oneKindOfGroups, podman } from './parts/containers.ts'
import { newestArchive } from './parts/newest-archive.ts'
import { inOwnNetwork } from './parts/own-network.ts'

const root = join(import.meta.dirname, '../..')
const archive = process.argv[2] ? resolve(root, process.argv[2]) : newestArchive()
inOwnNetwork(() => makeImages(archive))
oneKindOfGroups()

/** The demo shop without providers: orders are paid by cash on delivery, so no provider is called. */
const settings = {
  KUSHI_ENV: '',
  SANDBOX: 'off',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_FACTOR: '0',
  DEMO_DATABASE: 'its members have a password that everybody knows and its goods are made up',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:2525',
  POSTCODE_API_KEY: 'drill',
  GMO_BASE_URL: 'https://127.0.0.1:9',
  GMO_SHOP_ID: 'drill',
  GMO_SHOP_PASS: 'drill-shop-pass',
  GMO_SITE_ID: 'drill-site',
  GMO_SITE_PASS: 'drill-site-pass',
  GMO_API_KEY: 'drill-key',
  GMO_PUBLIC_KEY: 'drill-public',
}
const { folder, ends, end } = await beginDrill(25)
const engine = podman()
const project = `kushi-drill-${process.pid}`
const password = randomBytes(12).toString('hex')
const deploy = join(folder, 'deploy')
try {
  mkdirSync(deploy)
  for (const name of ['compose.yaml', 'database-role.sh', 'caddy'])
    cpSync(join(root, 'deploy', name), join(deploy, name), { recursive: true })
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(deploy, 'environment'), lines.join(''))
  writeFileSync(
    join(deploy, '.env'),
    `KUSHI_HOST=localhost\nPOSTGRES_PASSWORD=${randomBytes(12).toString('hex')}\nDATABASE_PASSWORD=${password}\n`,
  )
  ends(() => compose('down', '--volumes'))
  const began = performance.now()
  compose('up', '-d', 'database')
  await until('the database', () => shell('database', 'pg_isready -h 127.0.0.1 -U kushi').code === 0)
  const database = `postgres://kushi:${password}@${addressOf('database')}:5432/kushi`
  await setUp(database, { demo: true })
  const { tokens } = await prepareMembers(database)
  const starting = performance.now()
  compose('up', '-d')
  const direct = () => `http://${addressOf('web')}:3000`
  const isReady = async () => (await fetch(`${direct()}/readyz`).catch(() => null))?.status === 200
  await until('web', isReady)
  const ready = since(starting)
  const [ca, version] = [
    await until('Caddy', () => {
      const found = shell('caddy', 'cat /data/caddy/pki/authorities/local/root.crt')
      return found.code === 0 && Buffer.from(found.said)
    }),
    shell('caddy', 'caddy version').said.trim(),
  ]
  const door = () => ({ host: 'localhost', port: 443, ca, direct: direct() })
  const order = () =>
    until('an order', () => buy(door(), tokens[0]!).catch((error: unknown) => void console.error(error)))
  const first = await order()
  assert.equal(shell('web', 'id -u').said.trim(), '10001')
  await checkHardening(database)

  // Each is killed, and the container engine restarts it.
  const back: string[] = []
  for (const name of ['web', 'worker', 'database']) {
    const before = pidOf(name)
    process.kill(before, 'SIGKILL')
    const died = performance.now()
    await until(name, () => pidOf(name) > 0 && pidOf(name) !== before)
    await until('web', isReady)
    back.push(`${name} ${since(died)}`)
  }
  tokens.shift()
  const second = await order()
  const { pool, close } = openDatabase(`postgres://kushi:${password}@${addressOf('database')}:5432/kushi`)
  ends(close)
  const { rowCount } = await pool.query('select from orders where order_no = any($1)', [[first, second]])
  assert.equal(rowCount, 2)
  const jobs = await until('the jobs', async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where state = 'completed'`,
    )
    return rows[0]!.n
  })
  console.log(
    [
      `\n${archive}, load average ${loadavg()[0]!.toFixed(0)}`,
      `  image ${engine.run('image', 'inspect', '--format', '{{.Size}}', 'kushi').trim()} bytes; web ready ${ready} after all were started, ${since(began)} with the database and its demo`,
      `  order ${first} through Caddy ${version} by TLS and http/2; killed and back: ${back.join(', ')}; order ${second} after that; ${jobs} runs of jobs`,
    ].join('\n'),
  )
} catch (error) {
  for (const name of ['setup', 'web', 'worker', 'caddy'])
    console.error(
      spawnSync('podman', ['logs', '--tail', '15', containerOf(name)], { env: engine.env, encoding: 'utf8' }),
    )
  throw error
} finally {
  await end()
}
process.exit(0)

function compose(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('podman-compose', ['-p', project, '-f', 'compose.yaml', ...args], {
    cwd: deploy,
    env: engine.env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`podman-compose ${args.join(' ')}: ${status}\n${stdout}${stderr}`)
}

function containerOf(service: string): string {
  return `${project}_${service}_1`
}

function inspect(service: string, format: string): string {
  const args = ['inspect', '--format', format, containerOf(service)]
  return spawnSync('podman', args, { env: engine.env, encoding: 'utf8' }).stdout.trim()
}

function pidOf(service: string): number {
  return Number(inspect(service, '{{.State.Pid}}'))
}

function addressOf(service: string): string {
  return inspect(service, '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}')
}

function shell(service: string, command: string): { code: number; said: string } {
  const args = ['exec', containerOf(service), 'sh', '-c', command]
  const { status, stdout } = spawnSync('podman', args, { env: engine.env, encoding: 'utf8' })
  return { code: status ?? 1, said: stdout }
}

function since(moment: number): string {
  return `${((performance.now() - moment) / 1000).toFixed(1)} s`
}

async function until<T>(what: string, look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (let turn = 0; turn < 400; turn++) {
    const found = await look()
    if (found) return found
    await wait(300)
  }
  return assert.fail(`waited for ${what} in vain`)
}

/** No process can write into its image or has a capability, and the shop's role owns nothing but its tables. */
async function checkHardening(url: string): Promise<void> {
  for (const name of ['web', 'worker']) {
    assert.notEqual(shell(name, 'touch /opt/kushi/x').code, 0, `${name} writes into its image`)
    assert.match(shell(name, 'cat /proc/1/status').said, /CapEff:\t0{16}\n(.*\n)*NoNewPrivs:\t1/)
  }
  const { pool, close } = openDatabase(url, { max: 1 })
  const { rows } = await pool.query(
    `select rolsuper, rolcreatedb, rolcreaterole, (select datdba = r.oid from pg_database where datname = 'kushi') as owns_database,
       (select nspowner = r.oid from pg_namespace where nspname = 'public') as owns_schema from pg_roles r where rolname = 'kushi'`,
  )
  await close()
  assert.deepEqual(Object.values(rows[0]!), [false, false, false, false, false])
}
