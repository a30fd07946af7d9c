import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '@kushi/db/setup-error'

/**
 * A file in the data folder that stands there while the shop runs. If its launcher is gone, that one was killed:
 * then its server may be about to end, and its port is worth waiting for.
 */
export async function leaveMark(dataDir: string): Promise<{ killed: boolean; remove(): void }> {
  const file = join(dataDir, 'launcher.pid')
  try {
    await mkdir(dataDir, { recursive: true })
    const killed = !lives(previous(file))
    writeFileSync(file, String(process.pid))
    return {
      killed,
      remove: () => {
        if (previous(file) === process.pid) rmSync(file, { force: true })
      },
    }
  } catch (error) {
    throw new SetupError(`The data folder ${dataDir} cannot be used (${(error as Error).message}).`)
  }
}

function previous(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function lives(pid: number | undefined): boolean {
  try {
    return pid === undefined || process.kill(pid, 0)
  } catch {
    return false
  }
}
