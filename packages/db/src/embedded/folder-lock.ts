import { chmodSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '../setup-error.ts'

export type FolderLock = {
  /** How long, in ms, the ports of the previous start may still be taken. */
  timeout: number
  release(): void
}

/**
 * Locks the data folder for this start: two starts would delete each other's files. The lock is an SQLite lock on a
 * file in the folder, which the kernel releases when the process ends, however it ends. `launcher.pid` names the
 * holder. If that file remains, the previous start was killed: its server is still finishing, and its port will become
 * free.
 */
export async function lockFolder(dataDir: string, say: (line: string) => void): Promise<FolderLock> {
  const file = join(dataDir, 'launcher.pid')
  try {
    await mkdir(dataDir, { recursive: true })
    const lock = new DatabaseSync(ownFile(join(dataDir, 'launcher.lock')), { timeout: 0 })
    if (!take(lock)) await waitFor(lock, dataDir, say)
    const before = previous(file)
    writeFileSync(file, String(process.pid))
    return {
      timeout: before === undefined ? 0 : 12_000,
      release() {
        rmSync(file, { force: true })
        if (lock.isOpen) lock.close()
      },
    }
  } catch (error) {
    if (error instanceof SetupError) throw error
    throw new SetupError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}): set DATA_DIR to another one.`,
    )
  }
}

/** Whoever may read the file may lock it too, so only its owner may. */
function ownFile(file: string): string {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  return file
}

/** The holder may be about to end, for example after Ctrl-C in another window or the death of its npm. */
async function waitFor(lock: DatabaseSync, dataDir: string, say: (line: string) => void): Promise<void> {
  const holder = previous(join(dataDir, 'launcher.pid'))
  say(`Waiting for the shop that runs on ${dataDir} (process ${holder}) to end …`)
  for (const deadline = Date.now() + 3_000; Date.now() < deadline; await sleep(50)) if (take(lock)) return
  throw new SetupError(
    `A shop already runs on ${dataDir} (process ${holder}): stop it, or set DATA_DIR to another folder for this one.`,
  )
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false
    throw error
  }
}

function previous(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}
