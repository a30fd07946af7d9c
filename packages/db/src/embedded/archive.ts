/**
 * The archived log (WAL) of the embedded database, one file per segment. With a base copy it can recover any moment
 * after that copy.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '../setup-error.ts'
import { canWrite, type SystemAccount } from './user.ts'

/** The path becomes part of commands that PostgreSQL runs in a shell and in which PostgreSQL replaces `%` signs. */
async function prepared(given: string, account: SystemAccount): Promise<string> {
  const folder = resolve(given)
  if (!/^[\w./-]+$/.test(folder))
    throw new SetupError(`The folder of the archive is ${folder}: letters, digits and . _ - / only.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account && (await stat(folder)).uid !== account.uid)
    await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  if (!(await canWrite(account, folder)))
    throw new SetupError(
      `PostgreSQL's account cannot write into ${folder}: set WAL_ARCHIVE to a folder that it can enter.`,
    )
  return folder
}

/**
 * Settings of a server that archives its log there. A segment is archived at least once a minute while anything is
 * written.
 */
export async function archiveSettings(given: string, account: SystemAccount): Promise<Record<string, string>> {
  const piece = `${await prepared(given, account)}/%f.gz`
  // A segment that was archived before a crash is offered again; a different one under the same name is never
  // overwritten.
  const isSame = `gzip -dc ${piece} | cmp -s - %p`
  const keep = `gzip -c %p >${piece}.part && sync ${piece}.part && mv ${piece}.part ${piece}`
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `if test -e ${piece}; then ${isSame}; else ${keep}; fi`,
  }
}

/** Settings for the first start of a base copy in `cluster`, which recovers to that moment and then opens. */
export async function recoverySettings(
  cluster: string,
  { archive, until, account }: { archive: string; until: Date; account: SystemAccount },
): Promise<Record<string, string>> {
  const piece = `${await prepared(archive, account)}/%f.gz`
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  return {
    restore_command: `test -e ${piece} && gzip -dc ${piece} >%p`,
    // The setting is read before PostgreSQL can interpret the zone Z.
    recovery_target_time: until.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    // No client connects before the moment is reached: until then the database would be read-only.
    hot_standby: 'off',
  }
}

/**
 * Returns why a recovery did not reach its moment, from PostgreSQL's log; undefined if the log states another reason.
 */
export async function recoveryProblem(log: string): Promise<string | undefined> {
  const said = await readFile(log, 'utf8').catch(() => '')
  if (said.includes('recovery ended before configured recovery target'))
    return 'The archive ends before that moment, or a piece of it is missing.'
  if (said.includes('before consistent recovery point'))
    return 'The copy was made after that moment: take an older one.'
  return undefined
}
