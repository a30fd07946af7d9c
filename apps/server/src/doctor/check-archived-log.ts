import { shopCommand } from '@kushi/db/command-hints'
import type { Database } from '@kushi/db/connect'
import { archiveFolder, inspectArchivedLog } from '@kushi/db/embedded/archived-log'
import type { Env } from '../config/env.ts'
import { errorFinding, type Finding, firstSentence, okFinding, warningFinding } from './finding.ts'

interface Archiver {
  mode: string
  command: string
  /** Seconds since a segment was archived; null: never. */
  kept: number | null
  fails: boolean
}

const backUp = `Run ${shopCommand('backup')}; docs/running.md, “To a moment between two copies”.`

/** Checks the archived log (WAL) of the database, if there is one: with a base copy it can recover any later moment. */
export async function checkArchivedLog({ pool }: Database, env: Env, now: number = Date.now()): Promise<Finding[]> {
  const { rows } = await pool.query<Archiver>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
            extract(epoch from now() - last_archived_time)::float as kept,
            last_failed_time is not null and last_failed_time >= coalesce(last_archived_time, '-infinity') as fails
     from pg_stat_archiver`,
  )
  const { mode, command, kept, fails } = rows[0]!
  if (mode === 'off') {
    if (!env.WAL_ARCHIVE) return []
    return [
      errorFinding('log', 'WAL_ARCHIVE is set, and the database that runs keeps no log', `Start it anew. ${backUp}`),
    ]
  }
  if (fails)
    return [
      errorFinding(
        'log',
        'a piece can not be kept',
        'See postgres.log: the folder of WAL_ARCHIVE, and room on its disk.',
      ),
    ]
  if (kept !== null && kept > 900)
    return [
      errorFinding(
        'log',
        `the last piece was kept ${time(kept)} ago`,
        'Nothing is written, or the archiver hangs: see postgres.log.',
      ),
    ]
  if (kept === null)
    return [warningFinding('log', 'nothing of it was kept yet', 'The first piece goes within a minute or so.')]
  const found = `the last piece was kept ${time(kept)} ago`
  const folder = archiveFolder(command)
  return [folder === null ? okFinding('log', found) : await lookAtFolder(folder, found, now)]
}

async function lookAtFolder(folder: string, found: string, now: number): Promise<Finding> {
  try {
    const { pieces, bytes, copied, isWhole } = await inspectArchivedLog(folder)
    const all = `${found}, ${pieces} in all (${(bytes / 2 ** 20).toFixed(0)} MiB) in ${folder}`
    if (!copied) return errorFinding('log', `${all}; no copy was made since it is kept, so it leads nowhere`, backUp)
    const copy = `the newest copy is ${time((now - copied.getTime()) / 1_000)} old`
    if (!isWhole) return errorFinding('log', `${all}; ${copy}, and a piece is missing since`, backUp)
    return okFinding('log', `${all}; ${copy}`)
  } catch (error) {
    return warningFinding(
      'log',
      `${found}; ${firstSentence(error)}`,
      `Run doctor as an account that may read ${folder}.`,
    )
  }
}

const time = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} seconds`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} minutes`
      : `${Math.floor(seconds / 3_600)} hours`
