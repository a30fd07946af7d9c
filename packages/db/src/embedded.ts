/**
 * PostgreSQL itself, from npm, started as a child process when no DATABASE_URL is given.
 *
 *     const postgres = await startEmbedded({ dataDir: 'data' })
 *     openDatabase(postgres.url)
 *     await postgres.stop()
 *
 * It listens only on a Unix socket in a private folder and asks for a password (SCRAM), which `dataDir` keeps. It is its
 * own session, so that Ctrl-C reaches it after the server is done; one that a killed start has left running is found and used.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { archiveSettings } from './embedded/archive.ts'
import { environment, findBinaries } from './embedded/binaries.ts'
import { clusterOf, createCluster, findPlace, ownCluster, type Place } from './embedded/cluster.ts'
import { type Keeper, keep } from './embedded/keeper.ts'
import { type Passwords, passwordFile, readPasswords } from './embedded/passwords.ts'
import {
  clearLeftPidFile,
  findPostmaster,
  type Postmaster,
  socketPrefix,
  stopPostmaster,
} from './embedded/postmaster.ts'
import { holdRestored } from './embedded/restored.ts'
import { settingArguments } from './embedded/settings.ts'
import { SetupError } from './setup-error.ts'

export type Embedded = {
  /** As the owner of the shop's database, who is no superuser. */
  url: string
  /** As the superuser, for what stands above a database. */
  adminUrl: string
  pid: number
  socketDir: string
  /** False: found running. */
  started: boolean
  /** The folder of the data where it is not inside `dataDir`: a copy of that one does not hold it. */
  elsewhere: string | undefined
  /** Called when PostgreSQL ends without being asked to. */
  onLost(listener: () => void): void
  /** Stops PostgreSQL unless another start of the shop is using it; after `patience` ms (10,000 if not given) without goodbyes. */
  stop(patience?: number): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  settings?: Record<string, string>
  /** A folder that keeps the log; it must not be inside `dataDir`'s database. */
  archive?: string | undefined
  /** How long it may take to be ready: a minute, unless it has a long log to go through. */
  patience?: number
  /** The folder of the socket of the one before, so that the URL stays as it was. */
  socketDir?: string | undefined
  /** Told what a person may want to know: that a database is made, which takes a second or two, or an account. */
  say?(line: string): void
}

/** The URL of the shop's database, if its PostgreSQL runs on `dataDir`. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = await clusterOf(dataDir).catch(() => undefined)
  const running = cluster && (await findPostmaster(cluster))
  const passwords = running && (await readPasswords(dataDir))
  return passwords && urlOf(running.socketDir, 'kushi', passwords)
}

/** What a copy of it needs, if its PostgreSQL runs on `dataDir`. */
export async function findCluster(dataDir: string): Promise<{ cluster: string; adminUrl: string } | undefined> {
  const cluster = await clusterOf(dataDir).catch(() => undefined)
  const running = cluster ? await findPostmaster(cluster) : undefined
  const passwords = running && (await readPasswords(dataDir))
  if (!cluster || !running || !passwords) return undefined
  return { cluster, adminUrl: urlOf(running.socketDir, 'postgres', passwords) }
}

/** @throws SetupError with the sentence that helps. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, say = () => undefined, patience = 60_000 } = options
  const place = await findPlace(dataDir, say)
  const log = join(dataDir, 'postgres.log')
  const deadline = Date.now() + patience
  let child: ChildProcess | undefined
  let socketDir = options.socketDir
  let launches = 0
  let unreachable = 0
  for (;;) {
    const running = await findPostmaster(place.cluster)
    if (running?.ready) {
      const found = await enter(running, place)
      if (typeof found === 'object') {
        const embedded = handle(running, found, place, running.pid === child?.pid)
        await holdRestored(place.cluster, embedded.url)
        return embedded
      }
      // Its socket is gone, as after a cleaning of the temporary folder: nobody can reach it any more.
      if (found === 'ENOENT' && ++unreachable > 60) await stopPostmaster(running.pid, place.cluster, 10_000)
    } else if (!running && (!child || ended(child))) {
      if (launches++ === 3) {
        if (socketDir) await rm(socketDir, { recursive: true, force: true })
        throw new SetupError(`PostgreSQL does not start on ${place.cluster}: ${log} says why.`)
      }
      socketDir ??= await mkdtemp(join(shortTemporaryFolder(), socketPrefix))
      child = await launch(place, log, options, socketDir)
    }
    if (Date.now() > deadline)
      throw new SetupError(`PostgreSQL was not ready in ${patience / 1000} seconds: ${log} says why.`)
    await new Promise((resolve) => setTimeout(resolve, running?.ready ? 50 : 5))
  }
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null || child.pid === undefined

type Entered = { keeper: Keeper; passwords: Passwords }

/** The code of the error where it can't be entered yet. */
async function enter(running: Postmaster, { dataDir, cluster }: Place): Promise<Entered | string | undefined> {
  const passwords = await readPasswords(dataDir)
  const refused = `The passwords in ${passwordFile(dataDir)} do not fit the database in ${cluster}: stop its PostgreSQL (process ${running.pid}) and delete that file, and the next start sets new ones.`
  if (!passwords) throw new SetupError(refused)
  try {
    return { keeper: await keep(running, cluster, passwords.postgres), passwords }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '28P01' || code === '28000') throw new SetupError(refused)
    return code
  }
}

async function launch(
  place: Place,
  log: string,
  { settings = {}, archive, say = () => undefined }: EmbeddedOptions,
  socketDir: string,
): Promise<ChildProcess> {
  const { cluster, account } = place
  const native = await findBinaries(account, dirname(cluster))
  await createCluster(native, place, say)
  await ownCluster(place)
  await clearLeftPidFile(cluster)
  await mkdir(socketDir, { recursive: true })
  await chmod(socketDir, 0o700)
  if (account) await chown(socketDir, account.uid, account.gid)
  const all = { ...(archive && (await archiveSettings(archive, account))), ...settings }
  const output = await open(log, 'a', 0o600)
  const child = spawn(join(native, 'bin/postgres'), ['-D', cluster, '-k', socketDir, ...settingArguments(all)], {
    ...account,
    cwd: '/',
    env: environment(native),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  child.on('error', () => undefined)
  child.unref()
  await output.close()
  return child
}

/** The path of a socket may have 107 bytes on Linux and 103 on macOS, and no comma, which separates two paths. */
function shortTemporaryFolder(): string {
  const folder = tmpdir()
  return folder.length > 70 || !/^[\w./-]+$/.test(folder) ? '/tmp' : folder
}

const urlOf = (socketDir: string, role: keyof Passwords, passwords: Passwords) =>
  `postgres://${role}:${passwords[role]}@/${role}?host=${encodeURIComponent(socketDir)}`

function handle(postmaster: Postmaster, { keeper, passwords }: Entered, place: Place, started: boolean): Embedded {
  const { pid, socketDir } = postmaster
  const { cluster } = place
  let leaving: Promise<boolean> | undefined
  return {
    url: urlOf(socketDir, 'kushi', passwords),
    adminUrl: urlOf(socketDir, 'postgres', passwords),
    pid,
    socketDir,
    started,
    elsewhere: place.isElsewhere ? cluster : undefined,
    onLost: keeper.onLost,
    async stop(patience = 10_000) {
      leaving ??= keeper.leave()
      const isLast = await leaving
      await keeper.close()
      if (!isLast) return
      await stopPostmaster(pid, cluster, patience)
      await rm(socketDir, { recursive: true, force: true })
    },
  }
}
