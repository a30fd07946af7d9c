import { execFile } from 'node:child_process'
import {
  access,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '../setup-error.ts'
import { libraryEnvironment } from './binaries.ts'
import { makePasswords, type Passwords, passwordFile, readPasswords } from './passwords.ts'
import { canWrite, type SystemAccount, systemAccountFor } from './user.ts'

const run = promisify(execFile)

/** Location and owner of the data. */
export type ClusterDirectory = {
  dataDir: string
  cluster: string
  /** True if the cluster is outside `dataDir`. */
  isElsewhere: boolean
  account: SystemAccount
}

/** Returns the folder of the database cluster of a data folder. Creates nothing. */
export async function findClusterFolder(dataDir: string): Promise<string> {
  const path = join(await realpath(dataDir), 'postgres')
  return (await readlink(path).catch(() => undefined)) ?? path
}

/**
 * Finds where the cluster lies, and prepares it: `<dataDir>/postgres`, or a folder in /var/lib to which a link of that
 * name leads. The link is used where PostgreSQL's account cannot reach the data folder, for example in root's home.
 * Only the link contains the folder's random name, so deleting the data folder starts afresh.
 */
export async function findClusterLocation(dataDir: string, say: (line: string) => void): Promise<ClusterDirectory> {
  try {
    await mkdir(dataDir, { recursive: true })
    await clearParts(dataDir)
    const path = join(await realpath(dataDir), 'postgres')
    const cluster = await findClusterFolder(dataDir)
    if (cluster !== path) await checkLink(path, cluster)
    const account = await systemAccountFor(cluster, say)
    if (cluster === path && account) await letThrough(account, dirname(path))
    if (cluster !== path || !account || (await reachable(account, dataDir)))
      return { dataDir, cluster, isElsewhere: cluster !== path, account }
    return { dataDir, cluster: await moveElsewhere(path), isElsewhere: true, account }
  } catch (error) {
    if (error instanceof SetupError) throw error
    throw new SetupError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}): set DATA_DIR to another one.`,
    )
  }
}

/** A new cluster appears by one rename, so that a killed or concurrent first start leaves none half made. */
export async function createCluster(
  native: string,
  place: ClusterDirectory,
  say: (line: string) => void,
): Promise<Passwords> {
  const { dataDir, cluster, account } = place
  const isMade = () => exists(join(cluster, 'PG_VERSION'))
  if (await isMade()) return (await readPasswords(dataDir)) ?? resetPasswords(native, place)
  say('Making the database … データベースを作成しています')
  const part = await mkdtemp(`${cluster}-part-${process.pid}-`)
  try {
    const passwords = await makePasswords(dataDir)
    await initializeCluster(native, part, account, passwords)
    await rename(part, cluster)
    return passwords
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if (await isMade()) return makePasswords(dataDir)
    throw new SetupError(`PostgreSQL could not make its data folder ${cluster} (${reason(error)}).`)
  }
}

/** Makes a cluster in an empty folder, with the two roles and the shop's database. */
export async function initializeCluster(
  native: string,
  folder: string,
  account: SystemAccount,
  passwords: Passwords,
): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid)
  const options = ['-U', 'postgres', '-A', 'reject', '-E', 'UTF8', '--locale=C', '--no-instructions']
  await run(join(native, 'bin/initdb'), ['-D', folder, ...options], {
    ...account,
    cwd: '/',
    env: libraryEnvironment(native),
  })
  await writeFile(join(folder, 'pg_hba.conf'), 'local all all scram-sha-256\n')
  await makeRoles(native, { cluster: folder, account }, passwords)
}

/**
 * Makes PostgreSQL's account the owner of the cluster's files. A copy made by root belongs to root, and PostgreSQL
 * refuses to run as root.
 */
export async function chownCluster({ cluster, account }: ClusterDirectory): Promise<void> {
  if (!account || (await stat(cluster)).uid === account.uid) return
  await run('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  await chmod(cluster, 0o700)
}

/** Sets new passwords for a cluster whose password file is missing, for example in a copy made without it. */
async function resetPasswords(native: string, place: ClusterDirectory): Promise<Passwords> {
  const passwords = await makePasswords(place.dataDir)
  try {
    await chownCluster(place)
    await makeRoles(native, place, passwords)
    return passwords
  } catch (error) {
    await rm(passwordFile(place.dataDir), { force: true })
    if (/role "postgres" does not exist/.test((error as Error).message))
      throw new SetupError(
        `The database in ${place.cluster} was made by an early version of Kushi, without passwords, and cannot be carried over: move the folder ${place.dataDir} away.`,
      )
    throw new SetupError(`New passwords could not be set in ${place.cluster} (${reason(error)}).`)
  }
}

/**
 * Uses PostgreSQL's single-user mode, which needs no password. Each line on stdin is a statement, and no log records
 * it.
 */
async function makeRoles(
  native: string,
  { cluster, account }: Pick<ClusterDirectory, 'cluster' | 'account'>,
  passwords: Passwords,
): Promise<void> {
  const statements = [
    `alter role postgres password '${passwords.postgres}'`,
    `do $$ begin create role kushi; exception when duplicate_object then null; end $$`,
    `alter role kushi login nosuperuser nocreatedb nocreaterole password '${passwords.kushi}'`,
    'create database kushi owner kushi',
  ]
  const options = { ...account, cwd: '/', env: libraryEnvironment(native) }
  const running = run(join(native, 'bin/postgres'), ['--single', '-D', cluster, 'postgres'], options)
  running.child.stdin!.on('error', () => undefined).end(`${statements.join(';\n')};\n`)
  const { stderr } = await running
  const wrong = stderr.split('\n').filter((line) => /(ERROR|FATAL|PANIC):/.test(line))
  const unexpected = wrong.find((line) => !line.includes('database "kushi" already exists'))
  if (unexpected) throw new Error(unexpected.replace(/^.*?(ERROR|FATAL|PANIC): */, ''))
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Removes what killed starts left half made; the names contain the process id. */
async function clearParts(dataDir: string): Promise<void> {
  for (const folder of new Set([dataDir, dirname(await findClusterFolder(dataDir))])) {
    for (const name of await readdir(folder).catch(() => [])) {
      const pid = Number(/^(?:postgres-part|postgresql-part|probe)-(\d+)-\w+$/.exec(name)?.[1])
      if (pid && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const ownerFile = (cluster: string) => join(dirname(cluster), 'data-folder')

/**
 * Lets PostgreSQL's account pass through the folders below the system's temporary folder that only this account may
 * enter, as tests and the bench make them: a database elsewhere would stay when they delete theirs.
 */
async function letThrough({ gid }: NonNullable<SystemAccount>, dataDir: string): Promise<void> {
  const below = relative(await realpath(tmpdir()), dataDir).split(sep)
  if (below[0] === '..' || below[0] === '') return
  let folder = await realpath(tmpdir())
  for (const name of below) {
    folder = join(folder, name)
    const { uid, mode } = await stat(folder)
    // Whoever owns a folder can exchange those in it.
    if (uid !== process.getuid!()) return
    if ((mode & 0o077) !== 0) continue
    await chown(folder, uid, gid)
    await chmod(folder, 0o710)
  }
}

async function moveElsewhere(path: string): Promise<string> {
  const folder = await mkdtemp('/var/lib/kushi-')
  await chmod(folder, 0o755)
  try {
    const cluster = join(folder, 'postgres')
    await writeFile(ownerFile(cluster), dirname(path))
    await symlink(cluster, path)
  } catch {
    // A concurrent start was first: its folder is used.
    await rm(folder, { recursive: true })
  }
  return readlink(path)
}

/** A copied data folder contains a copy of the link: it must not work on the original database. */
async function checkLink(path: string, cluster: string): Promise<void> {
  const mine = dirname(path)
  if (!(await exists(dirname(cluster))))
    throw new SetupError(
      `${path} points to ${cluster}, which is not there: the database was not copied with ${mine}. Bring that folder too, or delete the link to begin with an empty shop.`,
    )
  const owner = await readFile(ownerFile(cluster), 'utf8').catch(() => mine)
  if (owner !== mine && (await readlink(join(owner, basename(path))).catch(() => undefined)) === cluster)
    throw new SetupError(
      `${mine} is a copy of ${owner}, whose database lies elsewhere (${cluster}) and was not copied: two shops must not work on one. Copy that folder too and let ${path} point to the copy.`,
    )
  await writeFile(ownerFile(cluster), mine)
}

/** Whether `account` can use its own folder in `dataDir`. */
async function reachable(account: SystemAccount, dataDir: string): Promise<boolean> {
  const probe = await mkdtemp(join(dataDir, `probe-${process.pid}-`))
  try {
    if (account) await chown(probe, account.uid, account.gid)
    return await canWrite(account, probe)
  } catch {
    return false
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

function reason(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message)
    .trim()
    .split('\n')[0]!
    .replace(/^initdb: (error: )?/, '')
}
