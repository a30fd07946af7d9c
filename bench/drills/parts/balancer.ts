import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { freePort } from '../../shop.ts'
import { makeCertificate } from './certificate.ts'

export interface Balancer {
  url: string
  /** HAProxy's statistics of its servers: requests, and how often a request was redispatched. */
  stats(): Promise<Record<string, string>[]>
  stop(): void
}

/**
 * Starts Debian's HAProxy with `deploy/haproxy.cfg`, changed only in ports, certificate, and an added statistics
 * socket.
 */
export async function startBalancer(folder: string, webPorts: readonly number[]): Promise<Balancer> {
  makeCertificate(folder, 'localhost')
  const certificate = readFileSync(join(folder, 'fullchain.pem'), 'utf8')
  writeFileSync(join(folder, 'kushi.pem'), certificate + readFileSync(join(folder, 'privkey.pem'), 'utf8'))
  setDefaultCACertificates([certificate])
  const [plain, tls] = [await freePort(), await freePort()]
  const socket = join(folder, 'haproxy.sock')
  let example = readFileSync(join(import.meta.dirname, '../../../deploy/haproxy.cfg'), 'utf8')
    .replace('bind :80\n', `bind 127.0.0.1:${plain}\n`)
    .replace('bind :443 ', `bind 127.0.0.1:${tls} `)
    .replace('/etc/haproxy/kushi.pem', join(folder, 'kushi.pem'))
    .replace('global\n', `global\n    stats socket ${socket} level operator\n`)
  for (const [n, port] of webPorts.entries()) example = example.replaceAll(`127.0.0.1:300${n + 1}`, `127.0.0.1:${port}`)
  example = example.replace(/ +server .* 127\.0\.0\.1:300\d\n/g, '')
  const stop = await startHaproxy(join(folder, 'haproxy.cfg'), example, async () => {
    const answer = await fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' }).catch(() => null)
    return answer?.status === 308
  })
  return { url: `https://localhost:${tls}`, stats: async () => table(await ask(socket, 'show stat')), stop }
}

/** Asked before a drill builds anything. */
export function needHaproxy(): void {
  if (spawnSync('haproxy', ['-v']).status !== 0) throw new Error('HAProxy is not installed: apt-get install haproxy.')
}

/** Starts HAProxy with these settings; returns a function that ends it. */
export async function startHaproxy(
  file: string,
  settings: string,
  isReady: () => Promise<boolean>,
): Promise<() => void> {
  needHaproxy()
  writeFileSync(file, settings)
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr!.on('data', (part: Buffer) => (said += part))
  for (let attempt = 0; !(await isReady()); attempt++) {
    if (child.exitCode !== null || attempt > 100) throw new Error(`HAProxy did not start:\n${said}`)
    await wait(100)
  }
  return () => void child.kill('SIGKILL')
}

async function ask(path: string, command: string): Promise<string> {
  const socket = connect(path)
  socket.write(`${command}\n`)
  let text = ''
  for await (const part of socket.setEncoding('utf8')) text += part
  return text
}

function table(csv: string): Record<string, string>[] {
  const [head, ...lines] = csv.replace(/^# /, '').trim().split('\n')
  const names = head!.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, n) => [names[n]!, value])))
}
