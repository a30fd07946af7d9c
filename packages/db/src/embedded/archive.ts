/**
 * The log of the embedded database, kept piece by piece in a folder of its own: with a base copy it leads to any moment after that
 * copy.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '../setup-error.ts'
import { type Account, canWrite } from './user.ts'

/** It stands in commands that PostgreSQL gives to a shell, with signs of its own. */
async function prepared(given: string, account: Account): Promise<string> {
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

/** Of a server that keeps its log there; a piece goes at least once a minute while anything is written. */
export async function archiveSettings(given: string, account: Account): Promise<Record<string, string>> {
  const piece = `${await prepared(given, account)}/%f.gz`
  // A piece that was kept before a crash is offered again; another one under its name is never overwritten.
  const isSame = `gzip -dc ${piece} | cmp -s - %p`
  const keep = `gzip -c %p >${piece}.part && sync ${piece}.part && mv ${piece}.part ${piece}`
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `if test -e ${piece}; then ${isSame}; else ${keep}; fi`,
  }
}

/** Of the first start of a base copy in `cluster`, which goes on to that moment and opens there. */
export async function recoverySettings(
  cluster: string,
  { archive, until, account }: { archive: string; until: Date; account: Account },
): Promise<Record<string, string>> {
  const piece = `${await prepared(archive, account)}/%f.gz`
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  return {
    restore_command: `test -e ${piece} && gzip -dc ${piece} >%p`,
    // It is read before PostgreSQL knows what Z means.
    recovery_target_time: until.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    // Nobody enters before it is there: what can be read until then can't be written.
    hot_standby: 'off',
  }
}

/** Why a recovery did not get to its moment, from what PostgreSQL said; undefined where it said something else. */
export async function whyNotRecovered(log: string): Promise<string | undefined> {
  const said = await readFile(log, 'utf8').catch(() => '')
  if (said.includes('recovery ended before configured recovery target'))
    return 'The archive ends before that moment, or a piece of it is missing.'
  if (said.includes('before consistent recovery point'))
    return 'The copy was made after that moment: take an older one.'
  return undefined
}
