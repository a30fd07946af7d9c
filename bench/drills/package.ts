/**
 * `npm run drill -- package [archive]`: two Debian packages of an archive (the newest in `release/`) in a fresh Debian
 * with its own systemd (systemd-nspawn, network with loopback only). Nothing starts automatically, an unsafe
 * configuration does not start, purchases work through nginx and Caddy with the examples of `deploy/`, a failed upgrade
 * changes nothing, a successful one interrupts no shopper, and a removal keeps the data. Needs Debian with debootstrap
 * and systemd-container, and root.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { openDatabase } from '@kushi/db/connect'
import { setUp } from '@kushi/db/setup'
import { assetFolders } from '../../scripts/launch/old-assets.ts'
import { makeDeb } from '../../scripts/release/deb.ts'
import { prepareMembers } from '../prepare.ts'
import { saveCard } from '../subscriptions/save-card.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { compareCards, compareOrders, settled } from './parts/books.ts'
import { buy } from './parts/buy.ts'
import { makeCertificate } from './parts/certificate.ts'
import { bootDebian, debianTree } from './parts/debian.ts'
import { startFleet } from './parts/fleet.ts'
import { newestArchive } from './parts/newest-archive.ts'
import { inOwnNetwork } from './parts/own-network.ts'
import { shop } from './parts/shoppers.ts'

const packages = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'libatomic1', 'nginx-light', 'caddy', 'postgresql']
const makeTree = () => debianTree('live', packages)
inOwnNetwork(() => void makeTree())

const root = join(import.meta.dirname, '../..')
const archive = process.argv[2] ? resolve(root, process.argv[2]) : newestArchive()
const database = 'postgres://kushi:drill@127.0.0.1:5432/kushi'
const settings = '/etc/kushi/kushi.env'
const { folder, ends, end } = await beginDrill(40)
const shown = join(folder, 'shown')
mkdirSync(shown)
const print = (line: string) => console.log(`  ${line}`)
console.log(archive)
try {
  const [first, second] = twoPackages()
  const began = performance.now()
  const debian = await bootDebian(makeTree(), folder, { [shown]: '/drill' })
  ends(debian.stop)
  print(`its systemd was up after ${since(began)}`)
  debian.must('systemctl disable --now nginx caddy; rm -f /etc/nginx/sites-enabled/*')
  debian.must(
    `su postgres -c "psql -qc \\"create role kushi login password 'drill'\\" -c \\"create database kushi owner kushi encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0\\""`,
  )
  await setUp(database, { demo: true })
  const { tokens } = await prepareMembers(database)
  const fleet = await startFleet({ folder, publicUrl: 'https://localhost', database: { DATABASE_URL: database } })
  ends(fleet.stop)
  await saveCard(`${fleet.sandboxUrl}/sandbox/gmo`)

  // A first installation.
  const installing = performance.now()
  assert.match(debian.must(`dpkg -i ${first}`), /nothing is started/)
  print(`installed in ${since(installing)}`)
  assert.equal(debian.must('stat -c "%a %U" /etc/kushi/kushi.env').trim(), '600 root')
  assert.equal(units(), '', 'units that run after the first installation')
  const verified = debian.run('systemd-analyze verify kushi-web@3000.service kushi-worker.service')
  assert.equal(verified.code, 0, verified.said)
  print(
    `systemd-analyze security: ${/Overall exposure level.*: ([\d.]+ \w+)/.exec(debian.run('systemd-analyze security kushi-web@3000.service').said)?.[1]}`,
  )

  // An unsafe configuration does not start, even if it is enabled.
  const own = Object.entries(fleet.env).filter(([name]) => !/^(DATA_DIR|NODE_ENV|MALLOC)/.test(name))
  const lines = own.map(([name, value]) => `${name}=${value}`)
  write(settings, ['# of the drill', 'KUSHI_ENV=production', ...lines])
  debian.run('systemctl start kushi-web@3000')
  const why = await until(
    () => debian.run('journalctl -u kushi-web@3000 -o cat').said.match(/The sandbox is on.*/)?.[0],
  )
  debian.must('systemctl stop kushi-web@3000')
  print(`refused beside simulators: "${why}"`)

  // Two web processes and a worker.
  write(settings, ['# of the drill', 'KUSHI_ENV=', ...lines])
  debian.must('kushi setup')
  const starting = performance.now()
  debian.must('systemctl enable --now kushi-web@3000 kushi-web@3001 kushi-worker')
  await untilReady()
  print(`two web processes ready after ${since(starting)}`)
  makeCertificate(shown, 'localhost')
  const nginx = readFileSync(join(root, 'deploy/nginx/kushi.conf'), 'utf8')
    .replaceAll('shop.example', 'localhost')
    .replaceAll('/etc/ssl/kushi', '/drill')
    .replace(/( +server )127\.0\.0\.1:3000(.*\n)/, '$1127.0.0.1:3000$2$1127.0.0.1:3001$2')
  write('/etc/nginx/conf.d/kushi.conf', [nginx])
  debian.must('systemctl start nginx')
  const ca = readFileSync(join(shown, 'fullchain.pem'))
  const door = { host: 'localhost', port: 443, ca, direct: 'http://127.0.0.1:3000' }
  print(`${version('nginx -v')}: order ${await buy(door, tokens.shift()!)} through TLS and http/2`)

  // Caddy instead of nginx.
  debian.must('systemctl stop nginx')
  const caddy = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8').replaceAll('shop.example', 'localhost')
  write('/etc/caddy/Caddyfile', [caddy])
  debian.must('systemctl start caddy')
  const authority = debian.path('/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt')
  const own_ca = await until(() => tried(() => readFileSync(authority)))
  const bought = await until(() => buy({ ...door, ca: own_ca }, tokens[0]!).catch(() => undefined))
  tokens.shift()
  print(`Caddy ${version('caddy version')}: order ${bought} through TLS and http/2`)
  debian.must('systemctl stop caddy && systemctl start nginx')

  // An upgrade during shopping; the first attempt cannot reach its database.
  setDefaultCACertificates([ca.toString()])
  let isOver = false
  const plan = { url: 'https://localhost', sandboxUrl: fleet.sandboxUrl, tokens, over: () => isOver }
  const people = shop({ ...plan, browsing: 2, cash: 2, card: 1 })
  people.catch(() => undefined)
  const kept = readFileSync(debian.path(settings), 'utf8')
  write(settings, [kept.replace(':5432/', ':5433/').trimEnd()])
  const failed = await debian.runBeside(`dpkg -i ${second}`)
  assert.notEqual(failed.code, 0)
  assert.match(failed.said, /the version before goes on/)
  assert.match(folders(), /drill\.1\n(.*drill\.1\n)+$/, 'all of the old version')
  write(settings, [kept.trimEnd()])
  const upgrading = performance.now()
  const configured = await debian.runBeside('dpkg --configure kushi')
  assert.equal(configured.code, 0, configured.said)
  print(`tables and restarts of the upgrade took ${since(upgrading)}`)
  await wait(3_000)
  isOver = true
  const done = await people
  assert.equal(readFileSync(debian.path(settings), 'utf8'), kept, 'the settings')
  assert.doesNotMatch(folders(), /drill\.1\n/, 'processes of the old version')
  for (const asset of ['/sh/assets/drill-1.js', '/sh/assets/drill-2.js', '/admin/assets/drill-1.js'])
    assert.equal((await fetch(`https://localhost${asset}`)).status, 200, asset)
  const again = [...done.again].map(([what, n]) => `${n} ${what}`).join(', ')
  assert.ok(![...done.again.keys()].some((what) => what.endsWith(' 500')), again)
  print(
    `people meanwhile: ${done.pages} pages, ${done.orders.size} orders (${done.byCard} by card), slowest ${(done.slowest / 1000).toFixed(1)} s; sent again: ${again || 'nothing'}`,
  )
  const { pool, close } = openDatabase(database)
  ends(close)
  await settled(pool)
  await compareOrders(pool, done.orders)
  const books = await compareCards(pool, fleet.sandboxUrl)
  print(`in the books all of them; cards: ${books.payments} payments, ${books.yen} yen, the same at the gateway`)

  // One process is killed, one is stopped.
  debian.must('systemctl kill -s KILL kushi-web@3000')
  const killed = performance.now()
  await wait(200)
  await untilReady()
  const stopping = performance.now()
  print(`a killed web process was back after ${since(killed)}`)
  debian.must('systemctl stop kushi-web@3001 kushi-worker')
  assert.doesNotMatch(debian.run('systemctl show -p Result kushi-web@3001 kushi-worker').said, /timeout|signal/)
  print(`stopped in ${since(stopping)}`)

  // Removal.
  debian.must('dpkg -r kushi')
  assert.equal(units(), '')
  assert.equal(readFileSync(debian.path(settings), 'utf8'), kept)
  assert.deepEqual(debian.run('ls /usr/lib/kushi').code, 2)
  await compareOrders(pool, done.orders)
  write('/var/lib/kushi/picture', ['of the shop'])
  assert.match(debian.must('dpkg -P kushi'), /\/var\/lib\/kushi is left/)
  assert.equal(debian.must('ls /etc/kushi /var/lib/kushi 2>/dev/null || true').trim(), '/var/lib/kushi:\npicture')
  print('removed: settings, orders and pictures are there; purged: the settings are gone')
  print(`load average ${loadavg()[0]!.toFixed(0)}`)

  function units(): string {
    return debian.must(`systemctl list-units --all --plain --no-legend 'kushi-*.service' | grep -v ' dead ' || true`)
  }
  /** The folders in which the processes run. */
  function folders(): string {
    return debian.must(
      `for unit in kushi-web@3000 kushi-web@3001 kushi-worker; do readlink /proc/$(systemctl show -p MainPID --value $unit)/cwd; done`,
    )
  }
  function write(path: string, text: string[]): void {
    writeFileSync(debian.path(path), `${text.join('\n')}\n`)
  }
  function version(command: string): string {
    return debian.run(command).said.trim().split('\n')[0]!.replace('nginx version: ', '')
  }
} finally {
  await end()
}
process.exit(0)

/** Builds two packages from one archive, each with an asset that the other lacks. */
function twoPackages(): [string, string] {
  execFileSync('tar', ['-C', folder, '-xzf', archive])
  const [name] = readdirSync(folder).filter((one) => one.startsWith('kushi-'))
  const own = join(folder, name!)
  const assets = (n: number) => assetFolders.map((one) => join(own, one, `drill-${n}.js`))
  for (const file of assets(1)) writeFileSync(file, '// of an old page\n')
  const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { version: string }
  const first = makeDeb(own, `${version}+drill.1`, shown, 'none')
  assets(1).forEach((file, n) => void renameSync(file, assets(2)[n]!))
  const second = makeDeb(own, `${version}+drill.2`, shown, 'none')
  rmSync(own, { recursive: true })
  const lint = spawnSync('dpkg-deb', ['--info', first], { encoding: 'utf8' }).stdout
  assert.match(lint, /Depends: .*libatomic1/)
  return [first, second].map((file) => file.replace(shown, '/drill')) as [string, string]
}

function since(moment: number): string {
  return `${((performance.now() - moment) / 1000).toFixed(1)} s`
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let turn = 0; turn < 300; turn++) {
    const found = await look()
    if (found !== undefined) return found
    await wait(200)
  }
  return assert.fail(`waited for in vain: ${look}`)
}

async function untilReady(): Promise<void> {
  for (const port of [3000, 3001])
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      return answer?.status === 200 || undefined
    })
}
