/**
 * PostgreSQL from npm, started as a child process when no DATABASE_URL is set.
 *
 *     const postgres = await startEmbedded({ dataDir: 'data' })
 *     openDatabase(postgres.url)
 *     await postgres.stop()
 *
 * It listens only on a Unix socket in a private folder and requires a password (SCRAM), which is stored in `dataDir`.
 * It runs in its own session, so that Ctrl-C does not stop it before the server has finished. A PostgreSQL that a
 * killed start left running is found and reused.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, lstat, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { shopCommand } from './command-hints.ts'
import type { MigrationFolders } from './dump/load.ts'
import { archiveSettings } from './embedded/archive.ts'
import { findBinaries, libraryEnvironment } from './embedded/binaries.ts'
import {
  type ClusterDirectory,
  chownCluster,
  createCluster,
  findClusterFolder,
  findClusterLocation,
} from './embedded/cluster.ts'
import { type Passwords, passwordFile, readPasswords } from './embedded/passwords.ts'
import {
  findPostmaster,
  type Postmaster,
  removeStalePidFile,
  socketPrefix,
  stopPostmaster,
} from './embedded/postmaster.ts'
import { holdPaymentsAfterRestore } from './embedded/restored.ts'
import { settingArguments } from './embedded/settings.ts'
import { openStartConnection, type StartConnection } from './embedded/start-connection.ts'
import { explainStartFailure, readLogSize } from './embedded/start-failure.ts'
import { startLogTrimming, trimLog } from './embedded/trim-log.ts'
import { findOlderCluster, upgradeCluster } from './embedded/upgrade.ts'
import { SetupError } from './setup-error.ts'

export type EmbeddedServer = {
  /** URL for the owner of the shop's database, who is not a superuser. */
  url: string
  /** URL for the superuser, for work above one database. */
  adminUrl: string
  pid: number
  socketDir: string
  /** False if PostgreSQL was already running. */
  started: boolean
  /** The data folder if it lies outside `dataDir`: a copy of `dataDir` does not contain it. */
  elsewhere: string | undefined
  /** Called when PostgreSQL ends unexpectedly. */
  onLost(listener: () => void): void
  /**
   * Stops PostgreSQL unless another start of the shop uses it. After `timeout` ms (default 10,000) it shuts down
   * immediately.
   */
  stop(timeout?: number): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  settings?: Record<string, string>
  /** Folder for the archived log (WAL); it must not be inside `dataDir`'s database. */
  archive?: string | undefined
  /** Migrations, of extensions too: a major upgrade makes the tables anew. */
  folders?(): Promise<MigrationFolders>
  /** Time limit for the start: a minute, unless a long log has to be replayed. */
  timeout?: number
  /** Socket folder of the previous start, so that the URL stays the same. */
  socketDir?: string | undefined
  /** Reports progress to the operator: that a database (which takes a second or two) or an account is created. */
  say?(line: string): void
}

/** Returns the folder to which the database of a data folder is renamed after its shop moved to another database. */
export const movedDatabaseFolder = (dataDir: string): string => join(dataDir, 'postgres-moved')

/** Returns the URL of the shop's database if its PostgreSQL runs on `dataDir`. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = await findClusterFolder(dataDir).catch(() => undefined)
  const running = cluster && (await findPostmaster(cluster))
  const passwords = running && (await readPasswords(dataDir))
  return passwords && urlOf(running.socketDir, 'kushi', passwords)
}

/**
 * Returns the cluster's folder and the URL for its administrator, which a backup needs. Returns undefined if the
 * PostgreSQL of `dataDir` is not running.
 */
export async function findCluster(dataDir: string): Promise<{ cluster: string; adminUrl: string } | undefined> {
  const cluster = await findClusterFolder(dataDir).catch(() => undefined)
  const running = cluster ? await findPostmaster(cluster) : undefined
  const passwords = running && (await readPasswords(dataDir))
  if (!cluster || !running || !passwords) return undefined
  return { cluster, adminUrl: urlOf(running.socketDir, 'postgres', passwords) }
}

/** @throws SetupError with a sentence that helps the operator */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, say = () => undefined, timeout = 60_000 } = options
  await checkNotMoved(dataDir)
  const place = await findClusterLocation(dataDir, say)
  const log = logOf(dataDir)
  let deadline = Date.now() + timeout
  let child: ChildProcess | undefined
  let socketDir = options.socketDir
  await trimLog(log)
  const logged = await readLogSize(log)
  let launches = 0
  let unreachable = 0
  for (;;) {
    const running = await findPostmaster(place.cluster)
    if (running?.ready) {
      const found = await enter(running, place)
      if (typeof found === 'object') {
        const embedded = handle(running, found, place, running.pid === child?.pid)
        const held = await holdPaymentsAfterRestore(place.cluster, embedded.url)
        if (held) say(`Nothing is charged (${held}): ${shopCommand('resume')} says what to compare first.`)
        return embedded
      }
      // The socket is gone, for example after a cleanup of the temporary folder: no client can connect any more.
      if (found === 'ENOENT' && ++unreachable > 60) await stopPostmaster(running.pid, place.cluster, 10_000)
    } else if (!running && (!child || ended(child))) {
      if (launches++ === 3) {
        if (socketDir) await rm(socketDir, { recursive: true, force: true })
        throw new SetupError(
          `PostgreSQL does not start on ${place.cluster}: ${await explainStartFailure(log, logged, place.cluster)}`,
        )
      }
      socketDir ??= await mkdtemp(join(shortTemporaryFolder(), socketPrefix))
      child = await launch(place, log, options, socketDir)
      // An upgrade may have taken longer.
      deadline = Date.now() + timeout
    }
    if (Date.now() > deadline)
      throw new SetupError(
        `PostgreSQL was not ready in ${timeout / 1000} seconds: ${await explainStartFailure(log, logged, place.cluster)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, running?.ready ? 50 : 5))
  }
}

const logOf = (dataDir: string) => join(dataDir, 'postgres.log')

async function checkNotMoved(dataDir: string): Promise<void> {
  const [moved, present] = await Promise.all(
    [movedDatabaseFolder(dataDir), join(dataDir, 'postgres')].map((path) => lstat(path).catch(() => undefined)),
  )
  if (moved && !present)
    throw new SetupError(
      `The shop of ${dataDir} moved into another database: set DATABASE_URL to that one. To begin anew, set DATA_DIR to another folder.`,
    )
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null || child.pid === undefined

type ClusterAccess = { keeper: StartConnection; passwords: Passwords }

/** Returns the error code while the server cannot be entered yet. */
async function enter(
  running: Postmaster,
  { dataDir, cluster }: ClusterDirectory,
): Promise<ClusterAccess | string | undefined> {
  const passwords = await readPasswords(dataDir)
  const refused = `The passwords in ${passwordFile(dataDir)} do not fit the database in ${cluster}: stop its PostgreSQL (process ${running.pid}) and delete that file, and the next start sets new ones.`
  if (!passwords) throw new SetupError(refused)
  try {
    return { keeper: await openStartConnection(running, cluster, passwords.postgres), passwords }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '28P01' || code === '28000') throw new SetupError(refused)
    return code
  }
}

async function launch(
  place: ClusterDirectory,
  log: string,
  { settings = {}, archive, folders, say = () => undefined }: EmbeddedOptions,
  socketDir: string,
): Promise<ChildProcess> {
  const { cluster, account } = place
  const native = await findBinaries(account, dirname(cluster))
  await findOlderCluster(cluster)
  await upgradeCluster({ native, place, log, folders, archive, say })
  await createCluster(native, place, say)
  await chownCluster(place)
  await removeStalePidFile(cluster)
  await mkdir(socketDir, { recursive: true })
  await chmod(socketDir, 0o700)
  if (account) await chown(socketDir, account.uid, account.gid)
  const all = { ...(archive && (await archiveSettings(archive, account))), ...settings }
  const output = await open(log, 'a', 0o600)
  const child = spawn(join(native, 'bin/postgres'), ['-D', cluster, '-k', socketDir, ...settingArguments(all)], {
    ...account,
    cwd: '/',
    env: libraryEnvironment(native),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  child.on('error', () => undefined)
  child.unref()
  await output.close()
  return child
}

/** A socket path may have 107 bytes on Linux and 103 on macOS, and no comma, which separates two paths. */
function shortTemporaryFolder(): string {
  const folder = tmpdir()
  return folder.length > 70 || !/^[\w./-]+$/.test(folder) ? '/tmp' : folder
}

const urlOf = (socketDir: string, role: keyof Passwords, passwords: Passwords) =>
  `postgres://${role}:${passwords[role]}@/${role}?host=${encodeURIComponent(socketDir)}`

function handle(
  postmaster: Postmaster,
  { keeper, passwords }: ClusterAccess,
  place: ClusterDirectory,
  started: boolean,
): EmbeddedServer {
  const { pid, socketDir } = postmaster
  const { cluster } = place
  let leaving: Promise<boolean> | undefined
  const endTrimming = startLogTrimming(logOf(place.dataDir))
  return {
    url: urlOf(socketDir, 'kushi', passwords),
    adminUrl: urlOf(socketDir, 'postgres', passwords),
    pid,
    socketDir,
    started,
    elsewhere: place.isElsewhere ? cluster : undefined,
    onLost: keeper.onLost,
    async stop(timeout = 10_000) {
      endTrimming()
      leaving ??= keeper.leave()
      const isLast = await leaving
      await keeper.close()
      if (!isLast) return
      await stopPostmaster(pid, cluster, timeout)
      await rm(socketDir, { recursive: true, force: true })
    },
  }
}
