/**
 * Copies the embedded database while it runs: the files of a PostgreSQL base backup, with the log that makes them
 * consistent. The copy can be started on its own and recovers to the moment at which it was finished.
 */
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Files that belong only to the running server. PostgreSQL recreates the contents of folders, but needs the folders
 * themselves.
 */
const notCopied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.|^(postmaster\.(pid|opts)|backup_label)$|(^|\/)pgsql_tmp/

/** @throws if the server stops or the disk is full: `target` is not a usable backup then */
export async function copyCluster(adminUrl: string, cluster: string, target: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A replication slot for this connection only: it keeps the log segments that the copy needs.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`kushi_backup_${process.pid}`])
    const { rows } = await client.query<{ first: string }>(
      `select pg_walfile_name(pg_backup_start('kushi', true)) as first`,
    )
    await mkdir(target, { recursive: true, mode: 0o700 })
    await copyFiles(cluster, target)
    const ended = await client.query<{ label: string; last: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
    )
    const { label, last } = ended.rows[0]!
    await writeFile(join(target, 'backup_label'), label, { mode: 0o600 })
    for (const name of await readdir(join(cluster, 'pg_wal')))
      if ((name >= rows[0]!.first && name <= last && /^[0-9A-F]{24}$/.test(name)) || name.endsWith('.history'))
        await cp(join(cluster, 'pg_wal', name), join(target, 'pg_wal', name))
  } finally {
    await client.end()
  }
}

async function copyFiles(from: string, to: string, below = ''): Promise<void> {
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name)
    if (notCopied.test(path)) continue
    if (entry.isDirectory()) {
      await mkdir(join(to, path), { recursive: true, mode: 0o700 })
      await copyFiles(from, to, path)
    }
    // A file that is dropped during the copy is recorded as dropped in the log.
    else
      await cp(join(from, path), join(to, path)).catch(async (error: unknown) => {
        if (await stat(join(from, path)).catch(() => null)) throw error
      })
  }
}
