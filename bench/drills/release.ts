/**
 * `npm run drill -- release [archive]`: unpacks an archive of `npm run release` (the newest in `release/`) in an empty folder,
 * starts it with nothing in the environment but ports, puts Debian's nginx with `deploy/nginx/kushi.conf` before it, and buys
 * something through TLS and http/2.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, constants } from 'node:http2'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findEmbedded } from '@kushi/db/embedded'
import { orderBody } from '../load.ts'
import { prepareMembers } from '../prepare.ts'
import { freePort } from '../shop.ts'
import { makeCertificate } from './parts/certificate.ts'

if (spawnSync('nginx', ['-v']).status !== 0) throw new Error('nginx is not installed: apt-get install nginx-light.')
const root = join(import.meta.dirname, '../..')
const archive = resolve(root, process.argv[2] ?? newest(join(root, 'release')))
const folder = await mkdtemp(join(tmpdir(), 'kushi-drill-'))
const [web, tls, plain] = [await freePort(), await freePort(), await freePort()]
const url = `https://shop.localhost:${tls}`
let shop: ChildProcess | undefined
let nginx: ChildProcess | undefined
try {
  execFileSync('tar', ['-C', folder, '-xzf', archive])
  const [name] = readdirSync(folder)
  const began = performance.now()
  shop = await start(join(folder, name!, 'bin/kushi'))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  nginx = await startNginx()
  const database = await findEmbedded(join(folder, 'data'))
  const { tokens } = await prepareMembers(database!)
  const bought = await buy(tokens[0]!)
  const size = (statSync(archive).size / 1024 / 1024).toFixed(1)
  console.log(`\n${archive}: ${size} MB, open ${seconds} s after its first start, ${bought}`)
} finally {
  nginx?.kill('SIGTERM')
  if (shop && shop.exitCode === null) {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

function newest(releases: string): string {
  const archives = readdirSync(releases).filter((name) => name.endsWith('.tar.gz'))
  const byTime = archives.map((name) => join(releases, name)).sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
  return byTime.at(-1) ?? assert.fail('There is no archive: npm run release.')
}

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

/** The example as it stands, but for ports, names, and the certificate, which is made for this run. */
async function startNginx(): Promise<ChildProcess> {
  makeCertificate(folder, 'shop.localhost')
  const example = readFileSync(join(root, 'deploy/nginx/kushi.conf'), 'utf8')
    .replaceAll('shop.example', 'shop.localhost')
    .replaceAll('/etc/ssl/kushi', folder)
    .replace('127.0.0.1:3000', `127.0.0.1:${web}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
  mkdirSync(join(folder, 'nginx'))
  writeFileSync(join(folder, 'nginx/kushi.conf'), example)
  const parts = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (part) => `${part}_temp_path ${folder}/nginx/${part};`,
  )
  const main = `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {} http { ${parts.join(' ')} include ${folder}/nginx/kushi.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] })
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' }).catch(() => null)
    if (answer?.status === 308) return child
    await wait(100)
  }
  return assert.fail('nginx did not start.')
}

type Answer = { status: number; headers: Record<string, unknown>; text: string }

async function buy(token: string): Promise<string> {
  const ca = readFileSync(join(folder, 'fullchain.pem'))
  const session = connect(`https://127.0.0.1:${tls}`, { ca, servername: 'shop.localhost' })
  await once(session, 'connect')
  assert.equal(session.alpnProtocol, 'h2')
  const ask = async (method: string, path: string, headers = {}, body?: string): Promise<Answer> => {
    const stream = session.request({ ':authority': new URL(url).host, ':method': method, ':path': path, ...headers })
    stream.end(body)
    const [got] = (await once(stream, 'response')) as [Record<string, unknown>]
    let text = ''
    for await (const part of stream.setEncoding('utf8')) text += part
    return { status: Number(got[constants.HTTP2_HEADER_STATUS]), headers: got, text }
  }
  const page = await ask('GET', '/sh/')
  assert.equal(page.status, 200)
  assert.match(String(page.headers['strict-transport-security']), /max-age/)
  const [asset] = /\/sh\/assets\/[\w.-]+\.js/.exec(page.text)!
  assert.equal((await ask('GET', asset)).status, 200)
  assert.equal((await ask('GET', '/admin/')).status, 200)
  assert.equal((await ask('GET', '/sandbox/')).status, 404)
  const body = JSON.stringify({
    ...(await orderBody(`http://127.0.0.1:${web}`, 101)),
    idempotency_key: crypto.randomUUID(),
  })
  const headers = { 'content-type': 'application/json', 'x-shop-id': '2', authorization: `Bearer ${token}` }
  const order = await ask('POST', '/v1/order/public/new', headers, body)
  assert.equal(order.status, 200, order.text)
  session.close()
  return `order ${JSON.parse(order.text).data.order_no} through TLS and h2`
}
