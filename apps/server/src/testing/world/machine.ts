import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import type { Gate } from './gate.ts'
import { Random } from './random.ts'

/** The process was killed. */
export class Killed extends Error {}

/** What a step's process meets at one of its statements, or of its requests to a provider. */
export interface ProcessFate {
  /** The statement before which it happens, or the request at which it does, from 0. */
  at: number
  /**
   * `cut`: this connection is lost; `killed`: the process dies, and reaches nothing any more; `killed asking`: before its
   * request leaves; `killed answered`: once the provider has done what it was asked for.
   */
  kind: 'cut' | 'killed' | 'killed asking' | 'killed answered'
}

/** One request or job, and all that follows from it. */
interface Process {
  random: Random
  fate: ProcessFate | null
  statements: number
  requests: number
  hasMet: boolean
  isDead: boolean
  gate: { of: Gate; lane: number } | null
}

const processes = new AsyncLocalStorage<Process>()

/** Does `work` as a process of its own: its random numbers follow from `seed`, and it meets its `fate`. */
export async function asProcess<T>(
  { seed, fate = null, gate = null }: { seed: number; fate?: ProcessFate | null; gate?: Process['gate'] },
  work: () => Promise<T>,
): Promise<{ result: T | Killed; hasMet: boolean }> {
  const own: Process = {
    random: new Random(seed),
    fate,
    statements: 0,
    requests: 0,
    hasMet: false,
    isDead: false,
    gate,
  }
  try {
    const result = await processes.run(own, work)
    return { result, hasMet: own.hasMet }
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return { result: error, hasMet: true }
  }
}

const RealDate = Date

/**
 * The machine of a world: until `restore` its random numbers follow from the seed, wherever they are drawn, it shows the
 * world's time, and each statement asks its process whether it still lives.
 */
export function takeMachine(seed: number, now: () => number) {
  const shared = new Random(seed)
  const random = () => processes.getStore()?.random ?? shared
  const { randomUUID, randomBytes, randomInt } = crypto
  const realUuid = globalThis.crypto.randomUUID
  const realFetch = globalThis.fetch
  const realQuery = pg.Client.prototype.query

  const uuid = () => {
    const hex = random().bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}` as const
  }
  Object.assign(crypto, {
    randomUUID: uuid,
    randomBytes(size: number, done?: (error: null, bytes: Buffer) => void) {
      const bytes = random().bytes(size)
      if (!done) return bytes
      setImmediate(() => done(null, bytes))
    },
    randomInt: (a: number, b?: number) => (b === undefined ? random().below(a) : a + random().below(b - a)),
  })
  syncBuiltinESMExports()
  globalThis.crypto.randomUUID = uuid

  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })

  globalThis.fetch = async (...given) => {
    const own = processes.getStore()
    const meets = (kind: ProcessFate['kind']) => own?.fate?.kind === kind && own.fate.at === own.requests
    if (own && !own.isDead && meets('killed asking')) own.isDead = own.hasMet = true
    if (own?.isDead) throw new Killed()
    const answer = await realFetch(...given)
    if (own && meets('killed answered')) own.isDead = own.hasMet = true
    if (own) own.requests++
    if (own?.isDead) throw new Killed()
    return answer
  }

  // The type of `query` has too many forms to be told apart here.
  const query = realQuery as (this: pg.Client, ...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const own = processes.getStore()
    if (!own) return query.apply(this, given)
    const ask = async () => {
      const { gate, fate } = own
      if (gate) await gate.of.turn(gate.lane)
      try {
        const isOfStatements = fate?.kind === 'cut' || fate?.kind === 'killed'
        if (isOfStatements && !own.isDead && own.statements++ === fate.at) {
          own.isDead = fate.kind === 'killed'
          own.hasMet = true
          await cut(this)
        }
        if (own.isDead) throw new Killed()
        return await (query.apply(this, given) as Promise<unknown>)
      } finally {
        if (gate) gate.of.done(gate.lane)
      }
    }
    if ((!own.fate && !own.gate) || isCursor(given[0])) return query.apply(this, given)
    const callback = given.find((one) => typeof one === 'function') as ((...answer: unknown[]) => void) | undefined
    if (!callback) return ask()
    given = given.filter((one) => one !== callback)
    ask().then(
      (answer) => callback(null, answer),
      (error) => callback(error),
    )
  } as typeof realQuery

  return {
    restore() {
      Object.assign(crypto, { randomUUID, randomBytes, randomInt })
      syncBuiltinESMExports()
      globalThis.crypto.randomUUID = realUuid
      globalThis.Date = RealDate
      globalThis.fetch = realFetch
      pg.Client.prototype.query = realQuery
    },
  }
}

const isCursor = (given: unknown) => typeof (given as { submit?: unknown } | null)?.submit === 'function'

/** The connection is gone; what was not committed is rolled back. */
async function cut(client: pg.Client): Promise<void> {
  await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, 200))])
}
