import { DatabaseSync } from 'node:sqlite'

/** A map from text, of which `V` must be JSON. */
export type TemporaryMap<V> = Pick<Map<string, V>, 'get' | 'has'> & { set(key: string, value: V): void }
export type TemporarySet = Pick<Set<string>, 'has'> & { add(key: string): void }

/** Rows that belong together under a key, sorted by rank and then by when the key came first. */
export interface TemporaryGroups<R> {
  has(key: string): boolean
  /** `rank` counts with the first row of a key. */
  add(key: string, row: R, rank: number): void
  count(): number
  /** All groups in their order, so many at a time. */
  parts(most: number): Iterable<{ key: string; rows: R[] }[]>
  clear(): void
}

export interface TemporaryStore {
  map<V>(): TemporaryMap<V>
  set(): TemporarySet
  groups<R>(): TemporaryGroups<R>
  close(): void
}

/**
 * Opens a store for one piece of work whose data does not fit into memory: SQLite's own temporary database. Its file
 * has no name, so no other process finds it and nothing remains, however the work ends.
 */
export function openScratch(): TemporaryStore {
  const db = new DatabaseSync('')
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16000; begin')
  let tables = 0
  const create = (columns: string, without = '') => {
    const name = `t${tables++}`
    db.exec(`create table ${name} (${columns}) ${without}`)
    return name
  }

  function map<V>(): TemporaryMap<V> {
    const name = create('key text primary key, value text not null', 'without rowid')
    const get = db.prepare(`select value from ${name} where key = ?`)
    const put = db.prepare(`insert or replace into ${name} values (?, ?)`)
    return {
      has: (key) => get.get(key) !== undefined,
      get(key) {
        const row = get.get(key)
        return row && (JSON.parse(row.value as string) as V)
      },
      set: (key, value) => void put.run(key, JSON.stringify(value)),
    }
  }

  function set(): TemporarySet {
    const name = create('key text primary key', 'without rowid')
    const get = db.prepare(`select 1 from ${name} where key = ?`)
    const put = db.prepare(`insert or ignore into ${name} values (?)`)
    return { has: (key) => get.get(key) !== undefined, add: (key) => void put.run(key) }
  }

  function groups<R>(): TemporaryGroups<R> {
    const name = create('id integer primary key, key text not null unique, rank real not null')
    db.exec(`create index ${name}_rank on ${name} (rank, id)`)
    const rows = create(
      'of integer not null, n integer not null, value text not null, primary key (of, n)',
      'without rowid',
    )
    const idOf = db.prepare(`select id from ${name} where key = ?`)
    const insert = db.prepare(`insert into ${name} (key, rank) values (?, ?)`)
    const put = db.prepare(`insert into ${rows} values (?, ?, ?)`)
    const part = db.prepare(`select id, key, rank from ${name} where (rank, id) > (?, ?) order by rank, id limit ?`)
    const rowsOf = db.prepare(`select value from ${rows} where of = ? order by n`)
    const count = db.prepare(`select count(*) as n from ${name}`)
    let n = 0
    return {
      has: (key) => idOf.get(key) !== undefined,
      add(key, row, rank) {
        const id = idOf.get(key)?.id ?? insert.run(key, rank).lastInsertRowid
        put.run(id, n++, JSON.stringify(row))
      },
      count: () => Number(count.get()!.n),
      *parts(most) {
        for (let last = { rank: Number.NEGATIVE_INFINITY, id: 0 }; ; ) {
          const found = part.all(last.rank, last.id, most) as { id: number; key: string; rank: number }[]
          if (found.length === 0) return
          yield found.map(({ id, key }) => ({
            key,
            rows: rowsOf.all(id).map(({ value }) => JSON.parse(value as string) as R),
          }))
          last = found.at(-1)!
        }
      },
      clear: () => db.exec(`delete from ${rows}; delete from ${name}`),
    }
  }

  return { map, set, groups, close: () => db.close() }
}
