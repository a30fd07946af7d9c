import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from './machine.ts'

export interface Lines {
  /** The three machines, at the addresses of `deploy/patroni.yml`. */
  places: Place[]
  /** Silently drops all packets to and from a machine (its index in `places`) or the shop, from now on. */
  cut(whose: number | 'shop'): void
  /** Ends a cut. */
  join(whose: number | 'shop'): void
  /** Stops every process of the machine; its connections stay open. */
  cutLine(machine: number): Promise<void>
  restoreLine(machine: number): void
  stop(): void
}

/** Keeps a network namespace alive, and ends with this process at the latest. */
const hold = ['--pdeathsig=KILL', 'unshare', '--net', 'sleep', 'infinity']
const numbers = [0, 1, 2]
const lineOf = (whose: number | 'shop') => (whose === 'shop' ? 'to-shop' : `to-db${whose + 1}`)
const addressOf = (whose: number | 'shop') => (whose === 'shop' ? '10.0.0.1' : `10.0.0.1${whose + 1}`)
const cardOf = (whose: number | 'shop') => (whose === 'shop' ? '02:00:00:00:00:01' : `02:00:00:00:00:1${whose + 1}`)

/**
 * Makes a bridge, three network namespaces for the machines, and the shop's line to the bridge, inside the drill's own
 * network namespace. All MAC addresses are fixed: without ARP, a cut is not reported as an unreachable host.
 */
export async function createLines(): Promise<Lines> {
  for (const program of ['ip', 'bridge', 'nsenter', 'setpriv'])
    if (spawnSync(program, ['-V']).status !== 0)
      throw new Error('Not everything is installed: apt-get install iproute2 util-linux.')
  const ip = (...args: string[]) => execFileSync('ip', args)
  const here = networkOf('self')
  ip('link', 'add', 'switch', 'type', 'bridge')
  ip('link', 'set', 'switch', 'up')
  ip('link', 'add', 'shop', 'address', cardOf('shop'), 'type', 'veth', 'peer', 'name', lineOf('shop'))
  ip('addr', 'add', `${addressOf('shop')}/24`, 'dev', 'shop')
  ip('link', 'set', 'shop', 'up')
  ip('link', 'set', lineOf('shop'), 'master', 'switch', 'up')
  for (const n of numbers) ip('neigh', 'replace', addressOf(n), 'lladdr', cardOf(n), 'dev', 'shop', 'nud', 'permanent')
  const holders = numbers.map(() => spawn('setpriv', hold, { stdio: 'ignore' }))
  for (const [n, { pid }] of holders.entries()) {
    for (let turn = 0; networkOf(String(pid)) === here; turn++) {
      if (turn > 100) throw new Error('there is no network for a machine')
      await wait(50)
    }
    ip('link', 'add', lineOf(n), 'type', 'veth', 'peer', 'name', 'eth0', 'address', cardOf(n), 'netns', String(pid))
    ip('link', 'set', lineOf(n), 'master', 'switch', 'up')
    const there = (...args: string[]) => execFileSync('nsenter', [`--net=/proc/${pid}/ns/net`, 'ip', ...args])
    there('link', 'set', 'lo', 'up')
    there('addr', 'add', `${addressOf(n)}/24`, 'dev', 'eth0')
    there('link', 'set', 'eth0', 'up')
    for (const other of [...numbers.filter((one) => one !== n), 'shop' as const])
      there('neigh', 'replace', addressOf(other), 'lladdr', cardOf(other), 'dev', 'eth0', 'nud', 'permanent')
  }
  const networks = holders.map(({ pid }) => networkOf(String(pid)))
  const on = (machine: number) => processes().filter((pid) => networkOf(pid) === networks[machine])
  const signalAll = (pids: string[], signal: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(Number(pid), signal)
      } catch {}
  }
  const carry = (whose: number | 'shop', state: number) =>
    execFileSync('bridge', ['link', 'set', 'dev', lineOf(whose), 'state', String(state)])
  return {
    places: numbers.map((n) => ({
      host: addressOf(n),
      postgres: 5432,
      patroni: 8008,
      etcd: 2379,
      peer: 2380,
      enter: ['nsenter', `--net=/proc/${holders[n]!.pid}/ns/net`],
    })),
    // The bridge port is disabled (0) or forwarding (3); the links stay up.
    cut: (whose) => void carry(whose, 0),
    join: (whose) => void carry(whose, 3),
    async cutLine(machine) {
      // Processes started meanwhile are stopped in the next turn.
      for (let moving = on(machine), turn = 0; moving.length > 0; moving = on(machine).filter(isMoving), turn++) {
        if (turn > 250) throw new Error(`processes ${moving} do not stop`)
        signalAll(moving, 'SIGSTOP')
        await wait(20)
      }
    },
    restoreLine: (machine) => signalAll(on(machine), 'SIGCONT'),
    stop() {
      for (const n of numbers) signalAll(on(n), 'SIGKILL')
    },
  }
}

const processes = () => readdirSync('/proc').filter((one) => /^\d+$/.test(one))

function networkOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return null
  }
}

function isMoving(pid: string): boolean {
  try {
    return !/^State:\s+[TZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
