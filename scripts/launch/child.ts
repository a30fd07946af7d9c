import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './environment.ts'

export type Child = {
  /** The first line of its output that `isReady` knows; rejects if it ends before. */
  ready: Promise<string>
  ended: Promise<number | null>
  stop(patience: number): Promise<void>
}

/** It ended before it was ready, and has said why. */
export class ChildFailed extends Error {}

export type ChildOptions = {
  args: string[]
  env: NodeJS.ProcessEnv
  isReady(line: string): boolean
  /** Its lines are the shop's log. */
  show: boolean
}

/**
 * A Node process of ours. Its stdin is a pipe that nobody writes to: when the launcher is killed it closes, and the
 * child ends. A session of its own keeps Ctrl-C from it, which must reach the server before what the server needs.
 */
export function startChild({ args, env, isReady, show }: ChildOptions): Child {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, PARENT_PIPE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  child.stdin!.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.once('error', () => resolve(null))
  })
  const ready = new Promise<string>((resolve, reject) => {
    if (show) child.stdout!.pipe(process.stdout)
    const lines = createInterface(child.stdout!)
    lines.on('line', (line) => {
      if (!isReady(line)) return
      resolve(line)
      // What follows is only passed on, not read: a busy shop logs a lot.
      lines.close()
      child.stdout!.resume()
    })
    ended.then(() => reject(new ChildFailed(args.at(-1))))
  })
  ready.catch(() => undefined)
  return { ready, ended, stop: (patience) => stop(child, ended, patience) }
}

async function stop(child: ChildProcess, ended: Promise<unknown>, patience: number): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(timer)
}
