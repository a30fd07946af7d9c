/**
 * A major upgrade of the embedded database. PostgreSQL reads only the files of its own major version, so the older
 * PostgreSQL is started once more, all rows are copied into a new cluster and compared, and the older cluster stays
 * beside it, as it was.
 */
import { spawn } from 'node:child_process'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shopCommand } from '../command-hints.ts'
import { liveDatabaseSource } from '../dump/live.ts'
import { loadDatabase, type MigrationFolders } from '../dump/load.ts'
import { withOneConnection } from '../one-connection.ts'
import { SetupError } from '../setup-error.ts'
import { findOlderBinaries, libraryEnvironment, majorVersionOf } from './binaries.ts'
import { type ClusterDirectory, initializeCluster } from './cluster.ts'
import { type Passwords, readPasswords } from './passwords.ts'
import { findPostmaster, socketPrefix, stopPostmaster } from './postmaster.ts'
import { copyClusterRestoredMark } from './restored.ts'
import { explainStartFailure, readLogSize } from './start-failure.ts'
import type { SystemAccount } from './user.ts'

interface Upgrade {
  /** Folder of PostgreSQL's programs, of this version. */
  native: string
  place: ClusterDirectory
  /** PostgreSQL's log, for whoever looks why it failed. */
  log: string
  folders?: (() => Promise<MigrationFolders>) | undefined
  archive?: string | undefined
  say(line: string): void
}

/** Does nothing for a cluster of this major version. @throws SetupError that names the way out; nothing has changed */
export async function upgradeCluster({ native, place, log, folders, archive, say }: Upgrade): Promise<void> {
  const { cluster, account } = place
  const [before, now] = [await clusterMajor(cluster), await majorVersionOf(native)]
  if (before === null || before === now) return
  const older = before < now ? await findOlderBinaries(before, account, dirname(cluster)) : undefined
  if (!older)
    throw new SetupError(
      `The database in ${cluster} is one of PostgreSQL ${before}, and this version of Kushi has ${now} alone. With the version that wrote it: ${shopCommand('dump FOLDER')}. With this one, into a new data folder: DATA_DIR=… ${shopCommand('load FOLDER')}.`,
    )
  const passwords = await readPasswords(place.dataDir)
  if (!passwords) throw new SetupError(`Start the version with PostgreSQL ${before} once more: it sets new passwords.`)
  await checkRoom(cluster)
  say(`Moving the database from PostgreSQL ${before} to ${now} … データベースを新しい版に移しています`)
  const began = performance.now()
  const part = await mkdtemp(`${cluster}-part-${process.pid}-`)
  try {
    await initializeCluster(native, part, account, passwords)
    const known = await folders?.()
    const counted = await withTemporaryServer(older, cluster, account, log, passwords, (from) =>
      withTemporaryServer(native, part, account, log, passwords, (to) =>
        withOneConnection(from, async (client) =>
          loadDatabase(to, await liveDatabaseSource(client), { hold: null, folders: known }),
        ),
      ),
    )
    await copyClusterRestoredMark(cluster, part)
    const kept = `${cluster}-${before}`
    if (archive) await putArchiveAside(archive, before)
    // Between these two a start finds no cluster, but the older one, and begins again.
    await rename(cluster, kept)
    await rename(part, cluster)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    say(
      `The database is one of PostgreSQL ${now}: ${counted.rows} rows of ${counted.tables} tables, each compared, in ${seconds} s. The one before is in ${kept}; delete it when all is well. Make a backup now.`,
    )
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/** An upgrade that was killed between its two last steps has left only the older cluster. */
export async function findOlderCluster(cluster: string): Promise<void> {
  const found = (await readdir(dirname(cluster)).catch(() => [])).filter((name) =>
    new RegExp(`^${basename(cluster)}-\\d+$`).test(name),
  )
  if (found.length > 0 && (await clusterMajor(cluster)) === null)
    await rename(join(dirname(cluster), found.sort().at(-1)!), cluster)
}

const clusterMajor = (cluster: string): Promise<number | null> =>
  readFile(join(cluster, 'PG_VERSION'), 'utf8').then(Number, () => null)

async function checkRoom(cluster: string): Promise<void> {
  const { bavail, bsize } = await statfs(cluster)
  const needed = await sizeOf(cluster)
  if (bavail * bsize < needed * 1.5)
    throw new SetupError(
      `The database must be written anew for this version's PostgreSQL, and there is no room for it beside ${cluster}: ${gib(needed * 1.5)} GiB are needed. Make room, and start again.`,
    )
}

const gib = (bytes: number) => (bytes / 2 ** 30).toFixed(1)

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

/** A new cluster writes a log of its own, whose pieces have the same names. */
async function putArchiveAside(archive: string, before: number): Promise<void> {
  const pieces = await readdir(archive).catch(() => [])
  if (pieces.length > 0) await rename(archive, `${archive}-postgresql-${before}`)
}

/** Starts a server on a socket of its own and stops it after `work`. `work` gets the URL of the shop's database. */
export async function withTemporaryServer<T>(
  native: string,
  cluster: string,
  account: SystemAccount,
  log: string,
  passwords: Passwords,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const socketDir = await mkdtemp(`/tmp/${socketPrefix}`)
  if (account) await chown(socketDir, account.uid, account.gid)
  const logged = await readLogSize(log)
  const output = await open(log, 'a', 0o600)
  const settings = ['-c', 'listen_addresses=', '-c', 'max_wal_size=2GB', '-c', 'log_min_error_statement=panic']
  const child = spawn(join(native, 'bin/postgres'), ['-D', cluster, '-k', socketDir, ...settings], {
    ...account,
    cwd: '/',
    env: libraryEnvironment(native),
    stdio: ['ignore', output.fd, output.fd],
  })
  child.on('error', () => undefined)
  try {
    for (const deadline = Date.now() + 600_000; !(await findPostmaster(cluster))?.ready; await sleep(50))
      if (child.exitCode !== null || child.pid === undefined || Date.now() > deadline)
        throw new SetupError(
          `PostgreSQL does not start on ${cluster} for its upgrade: ${await explainStartFailure(log, logged, cluster)}`,
        )
    return await work(`postgres://kushi:${passwords.kushi}@/kushi?host=${encodeURIComponent(socketDir)}`)
  } finally {
    if (child.pid !== undefined) await stopPostmaster(child.pid, cluster, 60_000)
    await output.close()
    await rm(socketDir, { recursive: true, force: true })
  }
}
