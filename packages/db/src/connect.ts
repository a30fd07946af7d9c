import { AsyncResource } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { currentPatience, type Patience, patienceSpent } from './patience.ts'
import { TellingClient } from './telling-client.ts'

export type Db = NodePgDatabase & { $client: pg.Pool }
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** What a query needs to know of the two. */
export type Queryable = Db | Tx

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

// For the whole module, because Drizzle asks it and not the pool. Yen and counts fit a number;
// a date is a day in Japan, which a Date would turn into an instant. Timestamps become Date,
// but in `db.execute(sql…)`, where Drizzle leaves them text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Names of statements by their text; what comes after the first few hundred goes without one. */
const names = new Map<string, string>()
const mostNames = 500

/** No index serves it in a plan that is kept for every word: PostgreSQL has to see how the word begins. */
const asksByBeginning = / like \$\d/i

function nameOf(text: string): string | undefined {
  if (asksByBeginning.test(text)) return undefined
  const known = names.get(text)
  if (known || names.size >= mostNames) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** These end what was begun: a connection that goes back to the pool must not stand in a transaction. */
const ending = /^\s*(commit|rollback)\b/i

/** As PostgreSQL would say it of the first statement that writes. */
const standbyRefused = () =>
  Object.assign(new Error('This server is a standby: it can only be read.'), { code: '25006' })

/** A request that has a patience waits for no statement longer than that. No statement has a name: a pooler would lose it. */
class PatientClient extends TellingClient {
  /** PostgreSQL tells it at the start of a connection (14 and later). */
  isStandby = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  protected named(config: any, _values: unknown): any {
    return typeof config === 'object' && config.name !== undefined ? { ...config, name: undefined } : config
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override query(config: any, values?: any, callback?: any): any {
    const named = this.named(config, values)
    const patience = currentPatience()
    const text = typeof config === 'string' ? config : config?.text
    const sent: unknown =
      patience && typeof text === 'string' && !ending.test(text)
        ? this.#queryWithin(patience, typeof config === 'string' ? { text } : named, values, callback)
        : super.query(named, values, callback)
    if (sent instanceof Promise) sent.catch((error: Error & { code?: string }) => this.#endIfUseless(error))
    return sent
  }

  /** The server may be gone without a word, or no longer the one to write to: what comes next would wait or fail again. */
  #endIfUseless({ message, code }: Error & { code?: string }): void {
    if (message === 'Query read timeout' || code === '25006') this.connection.stream.destroy()
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #queryWithin(patience: Patience, config: any, values: any, callback: any): any {
    const done = typeof values === 'function' ? values : callback
    const given = typeof values === 'function' ? undefined : values
    const left = Math.ceil(patience.left)
    if (left <= 0) {
      const spent = new Error(patienceSpent)
      return done ? void process.nextTick(done, spent) : Promise.reject(spent)
    }
    const timed = { ...config, query_timeout: Math.min(left, this.#usual()) }
    patience.begin()
    if (!done) return super.query(timed, given).finally(() => patience.end())
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return super.query(timed, given, (...answer: any[]) => {
      patience.end()
      done(...answer)
    })
  }

  #usual = (): number =>
    (this as unknown as { connectionParameters: { query_timeout: number } }).connectionParameters.query_timeout ||
    Number.POSITIVE_INFINITY
}

const begins = /^\s*begin\b/i
/** What is temporary stands before what is kept under the same name, and a plan that was made before it does not know. */
const hides = /^\s*create temp\b/i

/** Names every statement with parameters, so that PostgreSQL plans it once for each connection and not each time. */
class PreparingClient extends PatientClient {
  /** Until the transaction is over. */
  #hides = false

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  protected override named(config: any, values: unknown): any {
    const text = typeof config === 'string' ? config : config?.text
    if (begins.test(text)) this.#hides = false
    else if (hides.test(text)) this.#hides = true
    const isPlain = typeof config === 'object' && text && config.name === undefined && Array.isArray(values)
    return isPlain && !this.#hides ? { ...config, name: nameOf(config.text) } : config
  }
}

/** A pool that counts the wait for a connection, and runs what waited on behalf of whoever asked. */
class PatientPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override connect(callback?: any): any {
    const patience = currentPatience()
    if (!patience) return callback ? super.connect(AsyncResource.bind(callback)) : super.connect()
    const connected = this.#connectWithin(patience)
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, (destroy?: boolean) => client.release(destroy)),
      (error) => callback(error, undefined, () => undefined),
    )
  }

  async #connectWithin(patience: Patience): Promise<pg.PoolClient> {
    if (patience.left <= 0) throw new Error(patienceSpent)
    patience.begin()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(patienceSpent)), patience.left)
    })
    const client = super.connect()
    try {
      return await Promise.race([client, late])
    } catch (error) {
      client.then(
        (unused) => unused.release(),
        () => undefined,
      )
      throw error
    } finally {
      clearTimeout(timer)
      patience.end()
    }
  }
}

/**
 * How long a request waits for the database, in milliseconds: for a connection, for its answer (told to the server, and
 * counted here for one that is gone), for a lock, and for the next statement of a transaction. `withPatience` bounds what a
 * request waits in all.
 */
const patience = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 8_000,
  query_timeout: 9_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
}

/** For jobs, which nobody waits for. */
export const jobPatience = {
  statement_timeout: 120_000,
  query_timeout: 125_000,
  lock_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * What a session keeps is nothing a pooler in transaction mode gives on: no names for statements, no limits told at the
 * start. The role's own limits hold there (docs/running.md), and what is counted here.
 */
const throughPooler = {
  Client: PatientClient,
  statement_timeout: undefined,
  lock_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
}

export interface DatabaseOptions extends pg.PoolConfig {
  /** `url` leads to a pooler such as PgBouncer, which lends a connection for one transaction. */
  pooled?: boolean
  /** It may lead to a standby, which answers old and takes nothing: else a connection to one is given up at once. */
  standby?: boolean
}

/** Opens no connection yet: the first query does. 10 connections at most, unless `options` say otherwise. */
export function openDatabase(
  url: string,
  { pooled = false, standby = false, ...options }: DatabaseOptions = {},
): Database {
  const pool = new PatientPool({
    Client: PreparingClient,
    connectionString: url,
    max: 10,
    ...patience,
    ...(pooled && throughPooler),
    application_name: 'kushi',
    keepAlive: true,
    // A balancer that has just started, or did not look yet, may lead to a standby.
    verify: (client, done) =>
      done((client as unknown as PatientClient).isStandby && !standby ? standbyRefused() : undefined),
    ...options,
  })
  // A connection that breaks is dropped by the pool, and its query fails. The pool listens only while it lies idle, so
  // each needs a listener of its own: without one, a server that restarts in the middle of a transaction ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pool),
    pool,
    close: () => (closing ??= pool.end()),
  }
}
