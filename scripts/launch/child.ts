import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './environment.ts'
import type { Part } from './keep-up.ts'

/** The child ended before it was ready, and has written the reason to stderr. */
export class ChildFailed extends Error {
  constructor(name: string) {
    super(`${name} did not start; the reason stands above.`)
  }
}

export type ChildOptions<T> = {
  args: string[]
  env: NodeJS.ProcessEnv
  /** Variables that are not known at start, and are sent later. */
  rest?: Promise<NodeJS.ProcessEnv>
  /** `inherit`: its lines are part of the shop's log. */
  stdout: 'pipe' | 'inherit'
  /** Determines when it is ready. */
  start(child: ChildProcess): Promise<T>
}

/**
 * Starts a Node process of ours; `ready` resolves when `start` does, and rejects with ChildFailed if the process ends
 * before. Its stdin is a pipe that is never written to: it closes when the launcher is killed, and the child then ends.
 * It has its own session, so that Ctrl-C reaches the server before the processes that the server needs.
 */
export function startChild<T>({ args, env, rest, stdout, start }: ChildOptions<T>): Part<T> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, ...(rest && { ENVIRONMENT_COMES: '1' }), PARENT_PIPE: '1' },
    stdio: ['pipe', stdout, 'inherit', ...(rest ? (['ipc'] as const) : [])],
    detached: true,
  })
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const failed = ended.then(() => Promise.reject(new ChildFailed(args.find((one) => /\.[jt]s$/.test(one))!)))
  const sent = rest?.then((more) => {
    // A child that has ended meanwhile has already written the reason.
    if (child.connected) child.send(more, () => undefined)
  })
  const ready = Promise.race([Promise.resolve(sent).then(() => start(child)), failed])
  ready.catch(() => undefined)
  return { ready, ended, stop: (timeout) => stop(child, ended, timeout) }
}

async function stop(child: ChildProcess, ended: Promise<unknown>, timeout: number): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
  await ended
  clearTimeout(timer)
}

/** The first line of output that is JSON; all later output is discarded. */
export function firstJsonLine(child: ChildProcess): Promise<Record<string, unknown>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  const lines = createInterface(child.stdout!)
  lines.on('line', (line) => {
    if (!line.startsWith('{')) return
    resolve(JSON.parse(line))
    lines.close()
    child.stdout!.resume()
  })
  return promise
}
