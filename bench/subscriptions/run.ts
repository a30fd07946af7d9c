import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBundle, programFile } from '../../scripts/lib/bundles.mjs'
import { processorTime } from '../processor-time.ts'
import { runDate } from './days.ts'

/**
 * Runs `npm run shop -- subscriptions run` in a separate process beside the shop. `ended` rejects if it ends abnormally
 * other than by SIGKILL.
 */
export function startRun(env: NodeJS.ProcessEnv) {
  const cwd = join(import.meta.dirname, '../..')
  const program = programFile(findBundle(cwd), 'apps/server', 'cli')
  const args = [program, 'subscriptions', 'run', '--date', runDate, '--json']
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (part) => {
    said += part
  })
  let [peak, processor] = [0, 0]
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(child.pid!))
    processor = Math.max(processor, processorTime(child.pid!))
  }, 200)
  const ended = once(child, 'close').then(([code, signal]) => {
    clearInterval(watch)
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the run ended with ${code ?? signal}`)
    const [report] = JSON.parse(said || '[{}]') as Record<string, number>[]
    return { report, peakMb: peak, processorMs: processor }
  })
  ended.catch(() => undefined)
  return { child, ended }
}

/** Peak resident memory so far, in MB; 0 if it cannot be read. */
function residentMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
