import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../shop.ts'

const deploy = join(import.meta.dirname, '../../../deploy')

/** Ports of a machine, all on loopback. */
interface Ports {
  postgres: number
  patroni: number
  etcd: number
  peer: number
}

/** One of the three machines of `deploy/patroni.yml`, here all on one host: PostgreSQL, its Patroni, and etcd. */
export interface Machine {
  name: string
  ports: Ports
  /** Kills only PostgreSQL, as when it runs out of memory: SIGKILL to the postmaster and all of its processes. */
  crash(): void
  /** Kills all three, as in a power failure. */
  fail(): void
  /** Starts them again. */
  comeBack(): void
}

export interface Machines {
  list: Machine[]
  /** URL for the superuser, bypassing the balancer. */
  urlOf(machine: Machine): string
  primary(): Promise<Machine>
  synchronous(): Promise<Machine>
  /** Waits until there are a primary and a synchronous standby and all machines are up; returns the seconds waited. */
  untilWhole(): Promise<number>
  stop(): Promise<void>
}

type Member = { name: string; role: string }

async function isUp({ ports }: Machine): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${ports.patroni}/health`).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 200
}

/**
 * Starts Debian's Patroni, etcd and PostgreSQL 15 with `deploy/patroni.yml`, changed only in names, addresses and
 * folders.
 */
export async function startMachines(folder: string): Promise<Machines> {
  for (const program of ['patroni', 'etcd'])
    if (spawnSync(program, ['--version']).status !== 0)
      throw new Error('Not everything is installed: apt-get install patroni etcd-server haproxy postgresql-15.')
  if (process.getuid?.() !== 0) throw new Error('Only root can be three machines.')
  chmodSync(folder, 0o755)
  const names = ['db1', 'db2', 'db3']
  const ports: Ports[] = []
  for (const _ of names)
    ports.push({
      postgres: await freePort(),
      patroni: await freePort(),
      etcd: await freePort(),
      peer: await freePort(),
    })
  const machines = names.map((name, n) => machine({ name, folder, own: ports[n]!, names, all: ports }))
  for (const one of machines) one.comeBack()
  const list: Machine[] = machines

  async function members(): Promise<Member[]> {
    for (const { ports: own } of list) {
      const answer = await fetch(`http://127.0.0.1:${own.patroni}/cluster`).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
      await answer?.body?.cancel()
    }
    return []
  }
  return {
    list,
    urlOf: ({ ports: { postgres } }) => `postgres://postgres:change-me-postgres@127.0.0.1:${postgres}/postgres`,
    async primary() {
      for (const one of list) {
        const answer = await fetch(`http://127.0.0.1:${one.ports.patroni}/primary`).catch(() => null)
        await answer?.body?.cancel()
        if (answer?.status === 200) return one
      }
      throw new Error('there is no primary')
    },
    async synchronous() {
      const name = (await members()).find(({ role }) => role === 'sync_standby')?.name
      return list.find((one) => one.name === name) ?? Promise.reject(new Error('there is no synchronous standby'))
    },
    async untilWhole() {
      const began = performance.now()
      for (;;) {
        const found = await members()
        const roles = found.map(({ role }) => role)
        // Their knowledge of each other is as old as a key in etcd, so each machine is checked directly too.
        const isThere = (await Promise.all(list.map(isUp))).every(Boolean)
        const seconds = (performance.now() - began) / 1000
        if (found.length === 3 && isThere && roles.includes('leader') && roles.includes('sync_standby')) return seconds
        if (seconds > 150) throw new Error(`the machines are not whole: ${JSON.stringify(found)}`)
        await wait(500)
      }
    },
    async stop() {
      await Promise.all(machines.map((one) => one.stop()))
    },
  }
}

interface Plan {
  name: string
  folder: string
  own: Ports
  names: string[]
  all: Ports[]
}

function machine({ name, folder, own, names, all }: Plan): Machine & { stop(): Promise<void> } {
  const home = join(folder, name)
  const data = join(home, 'data')
  mkdirSync(home)
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })))
  chownSync(home, uid!, gid!)
  chmodSync(home, 0o700)
  const local = (port: number) => `127.0.0.1:${port}`
  const example = readFileSync(join(deploy, 'patroni.yml'), 'utf8')
    .replace('name: db1', `name: ${name}`)
    .replace(/hosts: .*/, `hosts: [${all.map(({ etcd }) => local(etcd)).join(', ')}]`)
    .replaceAll('10.0.0.11:8008', local(own.patroni))
    .replaceAll('10.0.0.11:5432', local(own.postgres))
    .replace('/var/lib/postgresql/15/kushi', data)
    .replace('/var/lib/postgresql/kushi.pgpass', join(home, 'pgpass'))
    .replace('/var/run/postgresql', home)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
  const settings = join(home, 'patroni.yml')
  writeFileSync(settings, example)
  chownSync(settings, uid!, gid!)
  const log = openSync(join(folder, `${name}.log`), 'a')
  let running: ChildProcess[] = []

  /** Runs as PostgreSQL's account, and ends with this process at the latest. */
  function run(program: string, args: string[]): void {
    const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig=TERM']
    running.push(spawn('setpriv', [...as, program, ...args], { cwd: home, stdio: ['ignore', log, log] }))
  }
  const peers = names.map((one, n) => `${one}=http://${local(all[n]!.peer)}`).join(',')
  const [client, peer] = [`http://${local(own.etcd)}`, `http://${local(own.peer)}`]
  const crash = () => {
    for (const pid of postgresOf(data)) killed(pid)
  }
  return {
    name,
    ports: own,
    crash,
    fail() {
      for (const child of running) child.kill('SIGKILL')
      running = []
      crash()
    },
    comeBack() {
      run('etcd', [
        ...['--name', name, '--data-dir', join(home, 'etcd'), '--log-level', 'error', '--logger', 'zap'],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', peers],
        // A machine with two cores is sometimes slow with all of this.
        ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
      ])
      run('patroni', [settings])
    },
    async stop() {
      // Patroni stops its PostgreSQL, which it would not do without etcd.
      const [etcd, patroni] = running
      await ended(patroni)
      await ended(etcd)
      crash()
    },
  }
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exit
  clearTimeout(late)
}

/** The postmaster on this data folder and its processes, if it runs. */
function postgresOf(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const [pid] = readFileSync(file, 'utf8').split('\n').map(Number)
  if (!pid || readIfThere(`/proc/${pid}/cmdline`).split('\0').indexOf(data) < 0) return []
  const parentOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  const others = readdirSync('/proc').filter((one) => /^\d+$/.test(one))
  return [pid, ...others.filter((one) => parentOf(readIfThere(`/proc/${one}/stat`)) === pid).map(Number)]
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
