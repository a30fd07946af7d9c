import pg from 'pg'
import { changedBy, tell } from './changes.ts'

const begins = /^\s*(begin|start\s+transaction)\b/i
const commits = /^\s*(commit|end)\b/i
const gives_up = /^\s*rollback\s*;?\s*$/i

/** What the texts of statements change; their values stand beside them, so that there are few. */
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
 * Tells of what it changes: with the commit of its transaction, or after a statement that stands alone. By the one who writes and not
 * by a trigger, since a table whose rows lie on several machines may have none that notifies.
 */
export class TellingClient extends pg.Client {
  /** By the transaction that is open; null: there is none. */
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

  /** What is to be told with this statement. */
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

  /** In one trip, and not at all where telling fails. */
  async #commit(changed: readonly string[]) {
    const results = await super.query(`${tell(changed)}; commit`)
    return (results as unknown as pg.QueryResult[]).at(-1)
  }

  /** What is done stays done where telling fails: nothing is kept for longer than a few seconds. */
  async #change(config: unknown, values: unknown[] | undefined, changed: readonly string[]) {
    const result = await super.query(config as pg.QueryConfig, values)
    await super.query(tell(changed)).catch(() => undefined)
    return result
  }
}
