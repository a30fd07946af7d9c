import { stat } from 'node:fs/promises'

/**
 * When the last complete backup was made: each rewrites the file that `BACKUP_MARK` names. null: it is not there, so none
 * was ever made; undefined: no file is named, so nothing is known.
 */
export async function readLastBackupTime({ BACKUP_MARK: file }: NodeJS.ProcessEnv): Promise<Date | null | undefined> {
  if (!file) return undefined
  const made = await stat(file).catch(() => null)
  return made?.mtime ?? null
}
