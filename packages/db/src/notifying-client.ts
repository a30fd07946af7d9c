import pg from 'pg'
import { changedBy, notify } from './changes.ts'

const begins = /^\s*(begin|start\s+transaction)\b/i
const commits = /^\s*(commit|end)\b/i
const gives_up = /^\s*rollback\s*;?\s*$/i

/** The tables that a statement text changes. Values are parameters, so there are few distinct texts. */
const known = new Map<string, readonly string[]>()
const most = 2_000

function changesOf(text: string): readonly string[] {
  const found = known.get(text)
  if (found) return found
  const changed = changedBy(text)
  if (known.size < most) known.set(text, changed)
  return changed
}

/**
 * Notifies the changes of its statements: at the commit of the transaction, or after a single statement. The writing
 * client does this instead of a trigger, because a distributed table may have no trigger that notifies.
 */
export class NotifyingClient extends pg.Client {
  /** Tables changed by the open transaction; null: no transaction is open. */
  #changed: Set<string> | null = null

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override query(config: any, values?: any, callback?: any): any {
    const text = typeof config === 'string' ? config : config?.text
    if (typeof text !== 'string') return super.query(config, values, callback)
    const changed = this.#follow(text)
    if (changed.length === 0) return super.query(config, values, callback)
    const done = typeof values === 'function' ? values : callback
    const given = typeof values === 'function' ? undefined : values
    const sent = commits.test(text) ? this.#commit(changed) : this.#change(config, given, changed)
    if (!done) return sent
    sent.then(
      (result) => done(undefined, result),
      (error) => done(error),
    )
  }

  /** Returns the tables to notify with this statement. */
  #follow(text: string): readonly string[] {
    if (begins.test(text)) this.#changed = new Set()
    if (!this.#changed) return changesOf(text)
    if (commits.test(text) || gives_up.test(text)) {
      const changed = commits.test(text) ? [...this.#changed] : []
      this.#changed = null
      return changed
    }
    for (const table of changesOf(text)) this.#changed.add(table)
    return []
  }

  /** Sends notification and commit in one round trip; if notifying fails, nothing is committed. */
  async #commit(changed: readonly string[]) {
    const results = await super.query(`${notify(changed)}; commit`)
    return (results as unknown as pg.QueryResult[]).at(-1)
  }

  /** The change stays even if notifying fails: no cache is kept for longer than a few seconds. */
  async #change(config: unknown, values: unknown[] | undefined, changed: readonly string[]) {
    const result = await super.query(config as pg.QueryConfig, values)
    await super.query(notify(changed)).catch(() => undefined)
    return result
  }
}
