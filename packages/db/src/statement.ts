import { type Placeholder, sql, type WithSubquery } from 'drizzle-orm'
import type { Db, Queryable } from './connect.ts'

type Values = Record<string, unknown>
interface Prepared {
  execute(values: Values): Promise<unknown>
}

/**
 * A statement on the path of every buyer: its text is built once, because building takes longer than sending. Values
 * are `sql.placeholder`. `name` is unique in the process.
 */
export function statement<P extends Prepared>(name: string, build: (db: Queryable) => { prepare(name: string): P }) {
  let built: P | undefined
  return (db: Queryable, values: Values): ReturnType<P['execute']> => {
    built ??= build(db).prepare(name)
    // Drizzle prepares for one connection; the text is the same for the pool and for each transaction.
    const here: P = Object.create(built, { client: { value: clientOf(db) } })
    return here.execute(values) as ReturnType<P['execute']>
  }
}

/** A placeholder for each of these columns, named after the column. */
export const given = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [N in K]: Placeholder<N> }

/** The same for one of several rows in a statement: each row has its own `prefix`. */
export const givenAs = <K extends string>(prefix: string, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(prefixed(prefix, name))])) as {
    [N in K]: Placeholder<string>
  }

/** The values of such a row; missing properties become null. */
export const valuesAs = <K extends string>(prefix: string, row: { [N in K]?: unknown }, names: readonly K[]): Values =>
  Object.fromEntries(names.map((name) => [prefixed(prefix, name), row[name] ?? null]))

/** Runs steps of larger statements on their own, without reading a result. */
export const onlySteps = (db: Queryable, ...steps: WithSubquery[]) =>
  db
    .with(...steps)
    .select({ one: sql`1` })
    .from(sql`(select) as nothing`)

const prefixed = (prefix: string, name: string) => `${prefix}.${name}`

const clientOf = (db: Queryable) => (db._.session as unknown as { client: Db['$client'] }).client
