/**
 * PostgreSQL itself, from npm, started as a child process when no DATABASE_URL is given.
 *
 *     const postgres = await startEmbedded({ dataDir: 'data' })
 *     openDatabase(postgres.url)
 *     await postgres.stop()
 *
 * It listens only on a Unix socket in a private folder. It is its own session, so that Ctrl-C reaches it after the
 * server is done; one that a killed start has left running is found and used.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { environment, findBinaries } from './embedded/binaries.ts'
import { createCluster, findPlace, type Place } from './embedded/cluster.ts'
import { type Keeper, keep } from './embedded/keeper.ts'
import { findPostmaster, isPostgres, type Postmaster, socketPrefix, stopPostmaster } from './embedded/postmaster.ts'
import { settingArguments } from './embedded/settings.ts'
import { SetupError } from './setup-error.ts'

export type Embedded = {
  url: string
  pid: number
  /** False: found running. */
  started: boolean
  /** Called when PostgreSQL ends without being asked to. */
  onLost(listener: () => void): void
  /** Stops PostgreSQL unless another start of the shop is using it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  settings?: Record<string, string>
  /** Called before the data folder is made, which takes a second or two. */
  onFirst?(): void
}

export async function startEmbedded({ dataDir, settings = {}, onFirst }: EmbeddedOptions): Promise<Embedded> {
  const place = await findPlace(dataDir)
  const log = join(dataDir, 'postgres.log')
  const deadline = Date.now() + 60_000
  let child: ChildProcess | undefined
  let launches = 0
  let unreachable = 0
  for (;;) {
    const running = await findPostmaster(place.cluster)
    if (running?.ready) {
      const keeper = await keep(running.socketDir).catch((error: { code?: string }) => error.code)
      if (typeof keeper === 'object') return handle(running, keeper, running.pid === child?.pid)
      // Its socket is gone, as after a cleaning of the temporary folder: nobody can reach it any more.
      if (keeper === 'ENOENT' && ++unreachable > 60) await stopPostmaster(running.pid)
    } else if (!running && (!child || ended(child))) {
      if (launches++ === 3) throw new SetupError(`PostgreSQL does not start on ${place.cluster}: ${log} says why.`)
      child = await launch(place, log, settings, onFirst)
    }
    if (Date.now() > deadline) throw new SetupError(`PostgreSQL was not ready in a minute: ${log} says why.`)
    await new Promise((resolve) => setTimeout(resolve, running?.ready ? 50 : 10))
  }
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null || child.pid === undefined

async function launch(
  place: Place,
  log: string,
  settings: Record<string, string>,
  onFirst?: () => void,
): Promise<ChildProcess> {
  const native = await findBinaries(place.account, dirname(place.cluster))
  await createCluster(native, place, onFirst)
  const socketDir = await mkdtemp(join(shortTemporaryFolder(), socketPrefix))
  await chmod(socketDir, 0o700)
  if (place.account) await chown(socketDir, place.account.uid, place.account.gid)
  const output = await open(log, 'a', 0o600)
  const child = spawn(
    join(native, 'bin/postgres'),
    ['-D', place.cluster, '-k', socketDir, ...settingArguments(settings)],
    {
      ...place.account,
      cwd: '/',
      env: environment(native),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    },
  )
  child.on('error', () => undefined)
  child.once('exit', () => rm(socketDir, { recursive: true, force: true }).catch(() => undefined))
  child.unref()
  await output.close()
  return child
}

/** The path of a socket may have 107 bytes on Linux and 103 on macOS, and no comma, which separates two paths. */
function shortTemporaryFolder(): string {
  const folder = tmpdir()
  return folder.length > 70 || !/^[\w./-]+$/.test(folder) ? '/tmp' : folder
}

function handle(postmaster: Postmaster, keeper: Keeper, started: boolean): Embedded {
  return {
    url: `postgres://kushi@/kushi?host=${encodeURIComponent(postmaster.socketDir)}`,
    pid: postmaster.pid,
    started,
    onLost: keeper.onLost,
    async stop() {
      const last = await keeper.leave()
      await keeper.close()
      if (!last || !(await isPostgres(postmaster.pid))) return
      await stopPostmaster(postmaster.pid)
      await rm(postmaster.socketDir, { recursive: true, force: true })
    },
  }
}
