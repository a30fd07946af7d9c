import { AsyncResource } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { BatchingSocket } from './batching-socket.ts'
import { keepAliveOptions } from './keep-alive.ts'
import { currentWaitBudget, type WaitBudget, waitBudgetSpentMessage, withoutWaitBudget } from './wait-budget.ts'

/** A connection pool with drizzle's queries. */
export type Db = NodePgDatabase & { $client: pg.Pool }
/** A transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** A pool or a transaction, for functions that only query. */
export type Queryable = Db | Tx

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

// Set for the whole module, because Drizzle reads the parsers here and not from the pool. Yen and counts fit a number.
// A date is a day in Japan, which a Date would turn into an instant. Timestamps become Date, except in
// `db.execute(sql…)`, where Drizzle leaves them as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Statement names by text; after the first few hundred texts, further statements get no name. */
const names = new Map<string, string>()
const mostNames = 500

/** A cached generic plan cannot use an index for this: PostgreSQL must see the beginning of the pattern. */
const asksByBeginning = / like \$\d/i

function nameOf(text: string): string | undefined {
  if (asksByBeginning.test(text)) return undefined
  const known = names.get(text)
  if (known || names.size >= mostNames) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Begins a transaction. */
const begins = /^\s*begin\b/i
/** These end a transaction: a connection must not return to the pool inside one. */
const ending = /^\s*(commit|rollback)\b/i

/** The error that PostgreSQL raises for the first statement that writes. */
const standbyRefused = () =>
  Object.assign(new Error('This server is a standby: it can only be read.'), { code: '25006' })

/**
 * With a wait budget, no statement waits longer than the request's remaining time. Statements have no names here, because
 * a transaction pooler would lose them.
 */
class PatientClient extends pg.Client {
  /** The milliseconds that a statement waits without a request's wait budget. */
  readonly #usual: number

  constructor(config: pg.ClientConfig = {}) {
    super(config)
    this.#usual = config.query_timeout ?? Number.POSITIVE_INFINITY
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  protected named(config: any, _values: unknown): any {
    return typeof config === 'object' && config.name !== undefined ? { ...config, name: undefined } : config
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override query(config: any, values?: any, callback?: any): any {
    const named = this.named(config, values)
    const budget = currentWaitBudget()
    const text = typeof config === 'string' ? config : config?.text
    const sent: unknown =
      budget && typeof text === 'string' && !ending.test(text)
        ? this.#queryWithin(budget, typeof config === 'string' ? { text } : named, values, callback)
        : super.query(named, values, callback)
    if (sent instanceof Promise)
      sent.catch((error: Error & { code?: string }) => {
        this.#endIfUseless(error)
        if (begins.test(text)) this.#giveBack()
      })
    return sent
  }

  /**
   * The server may be unreachable, or no longer the primary: the next statement on this connection would hang or fail
   * again.
   */
  #endIfUseless({ message, code }: Error & { code?: string }): void {
    if (message === 'Query read timeout' || code === '25006') void this.end()
  }

  /** Drizzle keeps the connection of a transaction that could not begin; another caller has given it back by then. */
  #giveBack(): void {
    const { release } = this as { release?: pg.PoolClient['release'] }
    setImmediate(() => {
      try {
        release?.(true)
      } catch {}
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #queryWithin(budget: WaitBudget, config: any, values: any, callback: any): any {
    const done = typeof values === 'function' ? values : callback
    const given = typeof values === 'function' ? undefined : values
    const left = Math.ceil(budget.left)
    if (left <= 0) {
      const spent = new Error(waitBudgetSpentMessage)
      return done ? void process.nextTick(done, spent) : Promise.reject(spent)
    }
    const timed = { ...config, query_timeout: Math.min(left, this.#usual) }
    budget.begin()
    if (!done) return super.query(timed, given).finally(() => budget.end())
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return super.query(timed, given, (...answer: any[]) => {
      budget.end()
      done(...answer)
    })
  }
}

/** A temporary table hides a permanent one of the same name, and an earlier prepared plan ignores it. */
const hides = /^\s*create temp\b/i

/** Names every parameterised statement, so that PostgreSQL plans it once per connection instead of each time. */
class PreparingClient extends PatientClient {
  /** Set until the transaction ends. */
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

/** A pool that counts the wait for a connection, and runs the callback in the async context of its caller. */
class PatientPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override connect(callback?: any): any {
    const budget = currentWaitBudget()
    if (!budget) return callback ? super.connect(AsyncResource.bind(callback)) : super.connect()
    const connected = this.#connectWithin(budget)
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, (destroy?: boolean) => client.release(destroy)),
      (error) => callback(error, undefined, () => undefined),
    )
  }

  async #connectWithin(budget: WaitBudget): Promise<pg.PoolClient> {
    if (budget.left <= 0) throw new Error(waitBudgetSpentMessage)
    // Nothing to wait for, and so no timer.
    if (this.idleCount > 0 && this.waitingCount === 0) return super.connect()
    budget.begin()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(waitBudgetSpentMessage)), budget.left)
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
      budget.end()
    }
  }
}

/**
 * How long a request waits for the database, in milliseconds: for a connection, for a result (the server enforces
 * `statement_timeout`, and `query_timeout` here covers an unreachable server), for a lock, and for the next statement
 * of a transaction. `withWaitBudget` bounds the total wait of a request.
 */
const requestTimeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 8_000,
  query_timeout: 9_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
}

/** For jobs: no request is waiting for them. */
export const jobTimeouts = {
  statement_timeout: 120_000,
  query_timeout: 125_000,
  lock_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * A pooler in transaction mode does not keep session state: no statement names, and no limits set at connection start.
 * There the limits of the role apply (docs/running.md), together with the timeouts counted in this process.
 */
const throughPooler = {
  Client: PatientClient,
  statement_timeout: undefined,
  lock_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
}

export interface DatabaseOptions extends pg.PoolConfig {
  /** `url` leads to a pooler such as PgBouncer, which lends a connection for the duration of one transaction. */
  pooled?: boolean
  /**
   * A connection to a standby, which may return old data and refuses writes, is allowed. Otherwise it is closed at
   * once.
   */
  standby?: boolean
}

/** Opens no connection yet; the first query does. At most 10 connections, unless `options` set another limit. */
export function openDatabase(
  url: string,
  { pooled = false, standby = false, ...options }: DatabaseOptions = {},
): Database {
  const pool = new PatientPool({
    Client: PreparingClient,
    // Statements that are sent without waiting for each other are answered in one round trip.
    pipeline: true,
    stream: () => new BatchingSocket(),
    connectionString: url,
    max: 10,
    ...requestTimeouts,
    ...(pooled && throughPooler),
    application_name: 'kushi',
    ...keepAliveOptions,
    // A load balancer that has just started, or has not checked yet, may lead to a standby.
    verify: (client, done) => {
      if (standby) return done()
      // The connection may be made for another request than the one that waits for it.
      const asked = withoutWaitBudget(() =>
        client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby'),
      )
      asked.then(
        ({ rows: [found] }) => done(found!.is_standby ? standbyRefused() : undefined),
        (error: Error) => done(error),
      )
    },
    ...options,
  })
  // When a connection breaks, the pool drops it and its query fails. The pool listens for errors only while the
  // connection is idle, so each connection needs a listener of its own. Without one, a server restart during a
  // transaction would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pool),
    pool,
    close: () => (closing ??= pool.end()),
  }
}
