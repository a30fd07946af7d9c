import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../shop.ts'
import { type Machine, machine, type Place } from './machine.ts'

export interface Machines {
  list: Machine[]
  /** URL for the superuser, bypassing the balancer. */
  urlOf(machine: Machine): string
  primary(): Promise<Machine>
  synchronous(): Promise<Machine>
  /**
   * Waits until all machines agree on a primary and a synchronous standby and are on its timeline; returns the seconds
   * waited.
   */
  untilWhole(): Promise<number>
  stop(): Promise<void>
}

type Member = { name: string; role: string; timeline?: number }

const names = ['db1', 'db2', 'db3']

/** Three machines on the loopback of this host. */
export async function sideBySide(): Promise<Place[]> {
  const places: Place[] = []
  for (const _ of names)
    places.push({
      host: '127.0.0.1',
      postgres: await freePort(),
      patroni: await freePort(),
      etcd: await freePort(),
      peer: await freePort(),
      enter: [],
    })
  return places
}

/** Asks a machine's Patroni; null if it does not respond within two seconds. */
const asked = ({ place: { host, patroni } }: Machine, path: string) =>
  fetch(`http://${host}:${patroni}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)

async function says(one: Machine, path: string): Promise<boolean> {
  const answer = await asked(one, path)
  await answer?.body?.cancel()
  return answer?.status === 200
}

const leaderOf = (members: Member[]) => members.find(({ role }) => role === 'leader')?.name

/** Whether all are there, on one timeline, with a primary and a synchronous standby. */
const isWhole = (members: Member[]) =>
  members.length === 3 &&
  new Set(members.map(({ timeline }) => timeline)).size === 1 &&
  ['leader', 'sync_standby'].every((wanted) => members.some(({ role }) => role === wanted))

/**
 * Starts Debian's Patroni, etcd and PostgreSQL 15 with `deploy/patroni.yml`, changed only in names, addresses and
 * folders.
 */
export async function startMachines(folder: string, places: readonly Place[]): Promise<Machines> {
  for (const program of ['patroni', 'etcd'])
    if (spawnSync(program, ['--version']).status !== 0)
      throw new Error('Not everything is installed: apt-get install patroni etcd-server haproxy postgresql-15.')
  if (process.getuid?.() !== 0) throw new Error('Only root can be three machines.')
  chmodSync(folder, 0o755)
  const all = places.map((place, n) => ({ name: names[n]!, place }))
  const list = all.map((one) => machine({ ...one, folder, all }))
  for (const one of list) one.comeBack()

  async function members(one: Machine): Promise<Member[]> {
    const answer = await asked(one, '/cluster')
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    await answer?.body?.cancel()
    return []
  }
  return {
    list,
    urlOf: ({ place: { host, postgres } }) => `postgres://postgres:change-me-postgres@${host}:${postgres}/postgres`,
    async primary() {
      for (const one of list) if (await says(one, '/primary')) return one
      throw new Error('there is no primary')
    },
    async synchronous() {
      for (const one of list) {
        const name = (await members(one)).find(({ role }) => role === 'sync_standby')?.name
        const found = list.find((other) => other.name === name)
        if (found) return found
      }
      throw new Error('there is no synchronous standby')
    },
    async untilWhole() {
      const began = performance.now()
      for (;;) {
        // What a machine knows of the others is as old as its connection to them, so each one is asked.
        const views = await Promise.all(list.map(members))
        const isThere = (await Promise.all(list.map((one) => says(one, '/health')))).every(Boolean)
        const seconds = (performance.now() - began) / 1000
        if (isThere && views.every(isWhole) && new Set(views.map(leaderOf)).size === 1) return seconds
        if (seconds > 150) throw new Error(`the machines are not whole: ${JSON.stringify(views)}`)
        await wait(500)
      }
    },
    async stop() {
      await Promise.all(list.map((one) => one.stop()))
    },
  }
}
