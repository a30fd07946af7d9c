import type { Pool, PoolClient } from 'pg'
import type { Trace } from './trace.ts'

// biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
type Query = (...args: any[]) => any

/** A span for each statement that a request or job sends, with its kind and table; never its values. */
export function traceDatabase(pool: Pool, trace: Trace): void {
  if (!trace.isOn) return
  pool.on('connect', (client: PoolClient) => {
    const own = client as unknown as { query: Query }
    const query: Query = own.query.bind(client)
    own.query = (...args) => {
      const [asked] = args
      const given = { name: statementSummary(asked?.text ?? asked), kind: 'client', isPart: true } as const
      const attributes = { 'db.system.name': 'postgresql' }
      const done = args.at(-1)
      if (typeof done !== 'function') return trace.span({ ...given, attributes }, () => query(...args))
      const answered = new Promise<void>((resolve, reject) =>
        query(...args.slice(0, -1), (error: Error | null, ...answer: unknown[]) => {
          if (error) reject(error)
          else resolve()
          done(error, ...answer)
        }),
      )
      trace.span({ ...given, attributes }, () => answered).catch(() => undefined)
    }
  })
}

/** Returns the kind and the table of a statement, without its values: `select orders`, `update outbox`, `begin`. */
export function statementSummary(text: unknown): string {
  if (typeof text !== 'string') return 'query'
  const [, command] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)/i.exec(text) ?? []
  return [command?.toLowerCase() ?? 'query', table?.replaceAll('"', '')].filter(Boolean).join(' ')
}
