import { type Placeholder, sql } from 'drizzle-orm'
import type { Queryable } from './connect.ts'

interface PreparedQuery {
  execute(values: Record<string, unknown>): Promise<unknown>
}

/**
 * A query on the path of every visitor: its text is built once for the pool, because building takes longer than sending.
 * In a transaction it is built again, since drizzle prepares for one connection. Values are `sql.placeholder`. `name` is
 * unique in the process.
 */
export function preparedStatement<P extends PreparedQuery>(
  name: string,
  build: (db: Queryable) => { prepare(name: string): P },
) {
  const prepared = new WeakMap<Queryable, P>()
  return (db: Queryable, values: Record<string, unknown>): ReturnType<P['execute']> => {
    const here = prepared.get(db) ?? build(db).prepare(name)
    prepared.set(db, here)
    return here.execute(values) as ReturnType<P['execute']>
  }
}

/** Returns a placeholder for each of these columns, named like the column. */
export const columnPlaceholders = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [N in K]: Placeholder<N> }
