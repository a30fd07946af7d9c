import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A collection of JSON entities by id. `ref` is a second key to find them by (an access id, a recipient). */
export type Collection<T> = {
  get(id: string): T | undefined
  byRef(ref: string): T[]
  /** Oldest first. */
  all(): T[]
  newest(limit: number): T[]
  put(id: string, value: T, ref?: string): void
  remove(id: string): void
  clear(): void
  count(): number
  /**
   * Called after a `put`: deletes the oldest beyond `keep`. It looks only at each tenth of `keep`, because it walks over
   * all that stay; up to a tenth more are there meanwhile.
   */
  trim(keep: number): void
}

export type Store = {
  collection<T>(name: string): Collection<T>
  /** A counter that survives restarts and resets. */
  next(counter: string): number
  /** Runs `work` in a transaction; it must be synchronous. */
  atomic<T>(work: () => T): T
  clear(): void
  close(): void
}

const SCHEMA = `
  create table if not exists records (
    seq integer primary key autoincrement, collection text not null, id text not null, ref text, body text not null,
    unique (collection, id)
  ) strict;
  create index if not exists records_ref on records (collection, ref);
  create index if not exists records_order on records (collection, seq);
  create table if not exists counters (name text primary key, value integer not null) strict;
`

/** Opens the file in `dataDir`; without one everything stays in memory. */
export function openStore(dataDir?: string): Store {
  if (dataDir !== undefined) {
    const folder = join(dataDir, 'sandbox')
    mkdirSync(folder, { recursive: true })
    // Its mails and members are nobody else's.
    chmodSync(folder, 0o700)
  }
  const db = new DatabaseSync(dataDir === undefined ? ':memory:' : join(dataDir, 'sandbox', 'sandbox.sqlite'))
  // WAL survives the death of the process; only a power failure could lose the last writes. A checkpoint waits for the
  // disk, and everything here waits with it, so there is one in 32 MB and not one in 4.
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 8000; pragma busy_timeout = 5000',
  )
  db.exec(SCHEMA)
  const increment = db.prepare(
    'insert into counters values (?, 1) on conflict (name) do update set value = value + 1 returning value',
  )
  let depth = 0

  function collection<T>(name: string): Collection<T> {
    const one = db.prepare('select body from records where collection = ? and id = ?')
    const ref = db.prepare('select body from records where collection = ? and ref = ? order by seq')
    const all = db.prepare('select body from records where collection = ? order by seq')
    const newest = db.prepare('select body from records where collection = ? order by seq desc limit ?')
    const put = db.prepare(
      `insert into records (collection, id, ref, body) values (?, ?, ?, ?)
       on conflict (collection, id) do update set ref = excluded.ref, body = excluded.body`,
    )
    const remove = db.prepare('delete from records where collection = ? and id = ?')
    const clear = db.prepare('delete from records where collection = ?')
    const count = db.prepare('select count(*) as n from records where collection = ?')
    const trim = db.prepare(
      `delete from records where collection = ? and seq <=
        (select seq from records where collection = ? order by seq desc limit 1 offset ?)`,
    )
    let untrimmed = 0
    const read = (row: unknown) => JSON.parse((row as { body: string }).body) as T
    return {
      get: (id) => {
        const row = one.get(name, id)
        return row === undefined ? undefined : read(row)
      },
      byRef: (value) => ref.all(name, value).map(read),
      all: () => all.all(name).map(read),
      newest: (limit) => newest.all(name, limit).map(read),
      put: (id, value, second) => void put.run(name, id, second ?? null, JSON.stringify(value)),
      remove: (id) => void remove.run(name, id),
      clear: () => void clear.run(name),
      count: () => Number((count.get(name) as { n: number }).n),
      trim(keep) {
        untrimmed += 1
        if (untrimmed < keep / 10) return
        untrimmed = 0
        trim.run(name, name, keep)
      },
    }
  }

  return {
    collection,
    next: (counter) => Number((increment.get(counter) as { value: number }).value),
    atomic(work) {
      if (depth > 0) return work()
      depth += 1
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        // A full disk has ended it already.
        if (db.isTransaction) db.exec('rollback')
        throw error
      } finally {
        depth -= 1
      }
    },
    clear: () => db.exec('delete from records'),
    close: () => db.close(),
  }
}
