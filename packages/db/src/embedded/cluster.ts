import { execFile } from 'node:child_process'
import { access, chmod, chown, mkdir, mkdtemp, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '../setup-error.ts'
import { environment } from './binaries.ts'
import { type Account, accountFor, canWrite } from './user.ts'

const run = promisify(execFile)

/** Where the data lie and who owns them. */
export type Place = { cluster: string; account: Account }

/**
 * `<dataDir>/postgres`, or, where PostgreSQL's account can't reach it (a checkout in root's home), a link of that name
 * to a folder in /var/lib. The folder's name is random and the link is the only one who knows it: whoever deletes
 * the data folder starts afresh, as they would expect.
 */
export async function findPlace(dataDir: string): Promise<Place> {
  try {
    await mkdir(dataDir, { recursive: true })
    const path = join(await realpath(dataDir), 'postgres')
    const cluster = (await readlink(path).catch(() => undefined)) ?? path
    const account = await accountFor(cluster)
    if (cluster !== path || !account || (await reachable(account, dataDir))) return { cluster, account }
    return { cluster: await moveElsewhere(path), account }
  } catch (error) {
    throw new SetupError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}): set DATA_DIR to another one.`,
    )
  }
}

/** A new cluster becomes visible by one rename, so that a killed or doubled first start leaves none half made. */
export async function createCluster(native: string, { cluster, account }: Place, onFirst?: () => void): Promise<void> {
  if (await exists(join(cluster, 'PG_VERSION'))) return
  onFirst?.()
  const part = await mkdtemp(`${cluster}-part-`)
  try {
    if (account) await chown(part, account.uid, account.gid)
    const options = ['-U', 'kushi', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions']
    await run(join(native, 'bin/initdb'), ['-D', part, ...options], { ...account, cwd: '/', env: environment(native) })
    await rename(part, cluster)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if (await exists(join(cluster, 'PG_VERSION'))) return
    throw new SetupError(`PostgreSQL could not make its data folder ${cluster} (${reason(error)}).`)
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function moveElsewhere(path: string): Promise<string> {
  // A data folder for a test is thrown away with the rest of the temporary folder.
  const temporary = path.startsWith(join(tmpdir(), '/'))
  const folder = await mkdtemp(temporary ? join(tmpdir(), 'kushi-data-') : '/var/lib/kushi-')
  await chmod(folder, 0o755)
  try {
    await symlink(join(folder, 'postgres'), path)
  } catch {
    // Another start at the same moment was first: its folder is the one.
    await rm(folder, { recursive: true })
  }
  return readlink(path)
}

/** Whether `account` can use a folder of its own in `dataDir`. */
async function reachable(account: Account, dataDir: string): Promise<boolean> {
  const probe = await mkdtemp(join(dataDir, 'probe-'))
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
