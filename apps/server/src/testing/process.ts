import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findBundle, programFile } from '../../../../scripts/lib/bundles.mjs'
import { caller } from './server.ts'

const entry = join(import.meta.dirname, 'api-process.ts')
/** As in the server itself: without it a start takes a second longer. */
const quick = join(import.meta.dirname, '../module-resolution.ts')

/** As `npm run shop` starts it: from the bundle, if the current sources were bundled. */
const root = join(import.meta.dirname, '../../../..')
const command = join(root, programFile(findBundle(root), 'apps/server', 'cli'))

/** `npm run shop -- …` in a separate process, beside the running shop. */
export const spawnShopCommand = (args: string[], env: Record<string, string>) =>
  spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })

/** A server in a separate process that can be killed. */
export async function spawnServerProcess(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['--import', quick, entry], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env, PARENT_PIPE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (part: Buffer) => {
      output += part
    })
  const exited = once(child, 'exit')
  while (!output.includes('\n')) {
    await Promise.race([once(child.stdout!, 'data'), exited])
    if (child.exitCode !== null) throw new Error(output)
  }
  const { port } = JSON.parse(output.split('\n')[0]!) as { port: number }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    call: caller(url),
    /** Everything written to standard output and standard error. */
    output: () => output,
    async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}
