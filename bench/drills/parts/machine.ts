import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
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
import type pg from 'pg'

const deploy = join(import.meta.dirname, '../../../deploy')

/** Where a machine is reached, and how to run something there. */
export interface Place {
  host: string
  postgres: number
  patroni: number
  etcd: number
  peer: number
  /** Prefix of a command that is to run on the machine; empty for this host. */
  enter: readonly string[]
}

/** One of the three machines of `deploy/patroni.yml`: PostgreSQL, its Patroni, and etcd. */
export interface Machine {
  name: string
  place: Place
  /** Connects as the superuser through PostgreSQL's socket, which needs no network. */
  bySocket: pg.ClientConfig
  /** Returns the log of Patroni, PostgreSQL and etcd so far. */
  said(): string
  /** Kills only PostgreSQL, as when it runs out of memory: SIGKILL to the postmaster and all of its processes. */
  crash(): void
  /** Kills all three, as in a power failure. */
  fail(): void
  /** Starts them again. */
  comeBack(): void
  stop(): Promise<void>
}

interface Plan {
  name: string
  folder: string
  place: Place
  /** All three machines, including this one. */
  all: readonly { name: string; place: Place }[]
}

/** Prepares the files of a machine; `comeBack` starts it. */
export function machine({ name, folder, place, all }: Plan): Machine {
  const home = join(folder, name)
  const data = join(home, 'data')
  mkdirSync(home)
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })))
  chownSync(home, uid!, gid!)
  chmodSync(home, 0o700)
  const example = readFileSync(join(deploy, 'patroni.yml'), 'utf8')
    .replace('name: db1', `name: ${name}`)
    .replace(/hosts: .*/, `hosts: [${all.map((one) => `${one.place.host}:${one.place.etcd}`).join(', ')}]`)
    .replaceAll('10.0.0.11:8008', `${place.host}:${place.patroni}`)
    .replaceAll('10.0.0.11:5432', `${place.host}:${place.postgres}`)
    .replace('/var/lib/postgresql/15/kushi', data)
    .replace('/var/lib/postgresql/kushi.pgpass', join(home, 'pgpass'))
    .replace('/var/run/postgresql', home)
    .replaceAll('10.0.0.0/24', place.host.replace(/\d+$/, '0/24'))
  const settings = join(home, 'patroni.yml')
  writeFileSync(settings, example)
  chownSync(settings, uid!, gid!)
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'a')
  let running: ChildProcess[] = []

  /** Runs as PostgreSQL's account, and ends with this process at the latest. */
  function run(program: string, args: string[]): void {
    const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig=TERM']
    const [first, ...rest] = [...place.enter, 'setpriv', ...as, program, ...args]
    running.push(spawn(first!, rest, { cwd: home, stdio: ['ignore', log, log] }))
  }
  const peerOf = ({ host, peer }: Place) => `http://${host}:${peer}`
  const peers = all.map((one) => `${one.name}=${peerOf(one.place)}`).join(',')
  const [client, peer] = [`http://${place.host}:${place.etcd}`, peerOf(place)]
  const crash = () => {
    for (const pid of postgresOf(data)) killed(pid)
  }
  return {
    name,
    place,
    bySocket: { host: home, port: place.postgres, user: 'postgres', password: 'change-me-postgres' },
    said: () => readFileSync(logFile, 'utf8'),
    crash,
    fail() {
      for (const child of running) child.kill('SIGKILL')
      running = []
      crash()
    },
    comeBack() {
      run('etcd', [
        '--name',
        name,
        '--data-dir',
        join(home, 'etcd'),
        '--log-level',
        'error',
        '--logger',
        'zap',
        '--listen-client-urls',
        client,
        '--advertise-client-urls',
        client,
        '--listen-peer-urls',
        peer,
        '--initial-advertise-peer-urls',
        peer,
        '--initial-cluster',
        peers,
        '--enable-v2',
        '--pre-vote',
        // A machine with two cores is sometimes slow with all of this.
        '--heartbeat-interval',
        '200',
        '--election-timeout',
        '2000',
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
