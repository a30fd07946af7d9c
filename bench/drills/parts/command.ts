import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** Runs an operator's command for the shop in `dataDir` to its end. */
export async function command(dataDir: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const run = promisify(execFile)(process.execPath, ['apps/server/src/cli/main.ts', ...args], { cwd: root, env })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ stdout, stderr }) => ({ code: 1, said: stdout + stderr }),
  )
}
