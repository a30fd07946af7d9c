import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '@kushi/db/setup-error'

export type Mark = {
  /** How long the port of the start before may still be taken, ms. */
  patience: number
  remove(): void
}

/**
 * A file in the data folder that stands there while the shop runs. Where it is left, the start before was killed, or
 * is on its way to end because its npm was: its server finishes what is under way, and its port is worth waiting for.
 */
export async function leaveMark(dataDir: string): Promise<Mark> {
  const file = join(dataDir, 'launcher.pid')
  try {
    await mkdir(dataDir, { recursive: true })
    const before = previous(file)
    writeFileSync(file, String(process.pid))
    return {
      patience: before === undefined ? 0 : lives(before) ? 2_000 : 12_000,
      remove: () => {
        if (previous(file) === process.pid) rmSync(file, { force: true })
      },
    }
  } catch (error) {
    throw new SetupError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}): set DATA_DIR to another one.`,
    )
  }
}

function previous(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
