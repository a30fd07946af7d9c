import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs a command beside the shop in a separate process; returns its duration and memory. */
export async function timed(env: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const cwd = join(import.meta.dirname, '../..')
  const began = performance.now()
  // With the limits of `npm run shop`.
  const limits = ['--max-semi-space-size=4', '--max-old-space-size=256']
  const child = spawn(process.execPath, [...limits, 'apps/server/src/cli/main.ts', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const watch = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, { encoding: 'utf8', flag: 'r' })
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 500)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return `${((performance.now() - began) / 1000).toFixed(1)} s, at most ${Math.round(peak)} MB`
}
