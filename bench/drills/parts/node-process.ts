import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const here = join(import.meta.dirname, '../../..')

export interface NodeProcessOptions {
  name: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** All of its output. */
  log: string
  /** Folder of its sources: those of another version, or the current ones. */
  root?: string
}

/**
 * A process of the shop that a drill starts, kills, and restarts. It ends with the drill, because its stdin is our
 * pipe.
 */
export class NodeProcess {
  readonly name: string
  readonly #options: NodeProcessOptions
  #child: ChildProcess | undefined
  constructor(options: NodeProcessOptions) {
    this.name = options.name
    this.#options = options
  }

  get pid(): number {
    return this.#child!.pid!
  }

  /**
   * Starts it; resolves with the result of `isReady` on the output so far, once there is one; rejects if the process
   * ends before.
   */
  async start<T>(isReady: (said: string) => Promise<T | undefined> | T | undefined): Promise<T> {
    const { args, env, log, root = here } = this.#options
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env, PARENT_PIPE: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    child.stdin.on('error', () => undefined)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        if (said.length < 10_000) said += part
        appendFileSync(log, part)
      })
    for (;;) {
      const found = await isReady(said)
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(`${this.name} did not start:\n${said}`)
      await wait(100)
    }
  }

  /** Stops it as an upgrade does, or as a crash (`SIGKILL`). */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** Processor time so far, in hundredths of a second. */
  cpu(): number {
    const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return Number(user) + Number(system)
  }

  /** Resident memory, in MB. */
  memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))![1]) / 1024
  }
}

/** The errors in a drill's log, with their number. */
export function errorsIn(log: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const entry = parsed(line)
    if (entry && (entry.level ?? 0) < 50) continue
    const { msg = '', path = '', status = '', err } = entry ?? { msg: line }
    const text = [msg, path, status, err?.message.split('\n')[0]]
      .filter(Boolean)
      .join(' ')
      .replace(/ \(Queue: .*/, '')
    const key = text.slice(0, 160)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function parsed(
  line: string,
): { level?: number; msg?: string; path?: string; status?: number; err?: { message: string } } | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
