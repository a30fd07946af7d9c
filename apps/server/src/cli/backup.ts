import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@kushi/db/connect'
import { dumpDatabase } from '@kushi/db/dump/dump'
import { findCluster } from '@kushi/db/embedded'
import { archiveFolder, removeOldLogs } from '@kushi/db/embedded/archived-log'
import { copyCluster } from '@kushi/db/embedded/backup'
import { directDatabaseUrl } from '../config/env.ts'
import { UsageError } from './command.ts'
import { findInstallation } from './installation.ts'

/** Files that each start recreates, and the database, which is copied separately. */
const notCopied =
  /^(postgres(\.log(\.1)?|-part.*|-\d+|-moved)?|postgresql-.*|launcher\..*|shop\.json|compiled|probe-.*)$/

/**
 * `backup <folder> [--keep DAYS]`: copies the running shop into a new subfolder, without blocking orders: the files of
 * the embedded database, or a dump of the one at `DATABASE_URL`, and the pictures. The copy gets its name only when it
 * is complete; `BACKUP_MARK` is then written, and copies older than so many days are deleted.
 */
export async function backUpCommand(args: string[], own: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { keep: { type: 'string' } } })
  const [target] = positionals
  if (!target) throw new UsageError('backup <folder>: where to?')
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
    throw new UsageError('--keep is a number of days.')
  const { dataDir } = await findInstallation(own)
  const url = directDatabaseUrl(own)
  const running = url ? undefined : await findCluster(dataDir)
  if (!url && !running)
    throw new UsageError('No embedded database runs on DATA_DIR. A shop that is stopped is copied by copying DATA_DIR.')
  const made_at = new Date().toISOString()
  await mkdir(target, { recursive: true })
  await dropCutOff(target)
  const part = await mkdtemp(join(target, 'part-'))
  try {
    if (running) await copyCluster(running.adminUrl, running.cluster, join(part, 'postgres'))
    else await dumpDatabase(url!, join(part, 'dump'))
    // Copied after the database, so that every picture that a row names is included.
    for (const name of await readdir(dataDir).catch(() => []))
      if (!notCopied.test(name)) await cp(join(dataDir, name), join(part, name), { recursive: true })
    if (running) await writeFile(join(part, 'backup.json'), `${JSON.stringify({ made_at })}\n`)
    const done = join(target, nameOf(made_at))
    await rename(part, done)
    if (own.BACKUP_MARK) await writeFile(own.BACKUP_MARK, `${made_at}\n`)
    const dropped = values.keep ? await dropOlder(target, Number(values.keep)) : ''
    // The copy is complete even if thinning the log fails.
    const thinning = running
      ? await thinned(running.adminUrl, target).catch(
          (error: Error) => `\nThe log is as long as before: ${error.message}`,
        )
      : ''
    return `${done}${dropped}${thinning}`
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

const nameOf = (moment: string) => `kushi-${moment.replaceAll(':', '')}`

/** Deletes the copies of killed runs; no run takes a day. */
async function dropCutOff(target: string): Promise<void> {
  for (const name of await readdir(target)) {
    if (!name.startsWith('part-')) continue
    const { mtimeMs } = await stat(join(target, name))
    if (mtimeMs < Date.now() - 86_400_000) await rm(join(target, name), { recursive: true })
  }
}

/** Deletes copies that are too old, by the time in their name. Other folders and incomplete copies stay. */
async function dropOlder(target: string, days: number): Promise<string> {
  const oldest = nameOf(new Date(Date.now() - days * 86_400_000).toISOString())
  const old = (await readdir(target)).filter((name) => /^kushi-\d{4}-\d\d-\d\dT\d{6}/.test(name) && name < oldest)
  for (const name of old) await rm(join(target, name), { recursive: true })
  return old.length > 0 ? `\n${old.length} older than ${days} days are gone.` : ''
}

/** Thins the archived log to what the oldest backup in `target` needs. */
async function thinned(adminUrl: string, target: string): Promise<string> {
  const { pool, close } = openDatabase(adminUrl, { max: 1 })
  const { rows } = await pool
    .query<{ command: string }>(`select current_setting('archive_command') as command`)
    .finally(close)
  const archive = archiveFolder(rows[0]!.command)
  if (!archive) return ''
  const { pieces, bytes } = await removeOldLogs(archive, target)
  const sentence = `${pieces} pieces of the log (${(bytes / 2 ** 20).toFixed(0)} MiB) that no backup in ${target} needs are gone`
  return pieces > 0 ? `\n${sentence}.` : ''
}
