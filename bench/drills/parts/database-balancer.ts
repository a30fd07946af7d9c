import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../shop.ts'
import { startHaproxy } from './balancer.ts'
import type { Machine } from './machine.ts'

export interface DatabaseBalancer {
  /** URL of a database on the current primary, and on a standby. */
  primaryUrl(database: string, account: string): string
  standbyUrl(database: string, account: string): string
  stop(): void
}

/**
 * Starts Debian's HAProxy with `deploy/haproxy-postgres.cfg`, changed only in ports; resolves when it leads to a
 * primary.
 */
export async function startDatabaseBalancer(folder: string, machines: readonly Machine[]): Promise<DatabaseBalancer> {
  const [primary, standby] = [await freePort(), await freePort()]
  let example = readFileSync(join(import.meta.dirname, '../../../deploy/haproxy-postgres.cfg'), 'utf8')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${primary}`)
    .replace('bind 127.0.0.1:5001', `bind 127.0.0.1:${standby}`)
  for (const [n, { place }] of machines.entries())
    example = example.replaceAll(
      `10.0.0.1${n + 1}:5432 check port 8008`,
      `${place.host}:${place.postgres} check port ${place.patroni}`,
    )
  const to = (port: number) => (database: string, account: string) =>
    `postgres://${account}@127.0.0.1:${port}/${database}`
  const isPrimary = async () => {
    const client = new pg.Client(to(primary)('postgres', 'postgres:change-me-postgres'))
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
      return !rows[0]!.is_standby
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  // Before its first check, HAProxy considers all three healthy and rotates between them.
  const isReady = async () => (await isPrimary()) && (await isPrimary()) && (await isPrimary())
  const stop = await startHaproxy(join(folder, 'haproxy-postgres.cfg'), example, isReady)
  return { primaryUrl: to(primary), standbyUrl: to(standby), stop }
}
