import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** Runs an operator's command for the shop in `dataDir` to its end; `args` may end with more of its environment. */
export async function runShopCommand(
  dataDir: string,
  ...given: (string | NodeJS.ProcessEnv)[]
): Promise<{ code: number; said: string }> {
  const args = given.filter((one) => typeof one === 'string')
  const more = given.filter((one) => typeof one === 'object')
  const env = Object.assign({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }, ...more) as NodeJS.ProcessEnv
  const run = promisify(execFile)(process.execPath, ['apps/server/src/cli/main.ts', ...args], { cwd: root, env })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ stdout, stderr }) => ({ code: 1, said: stdout + stderr }),
  )
}
