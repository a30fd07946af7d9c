import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, root } from './npm.mjs'
import { fail } from './say.mjs'

/** Node's compile cache, which takes a third off every start. Not used if it cannot be written. */
export const compiled = join(root, 'node_modules/.cache/node')

/**
 * Runs a TypeScript program on our own Node and exits as it does. Signals are forwarded; the program's stdin ends when
 * this process is killed. Returns the child process, so that the caller can send it messages.
 */
export function handOver(script, ...args) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, PARENT_PIPE: '1' },
    // Its own session: Ctrl-C reaches it once, through us, and not also from the terminal.
    detached: true,
  })
  child.once('error', (error) => fail(`${node} does not run (${error.message}).`))
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.stdin.on('error', () => undefined)
  if (process.env.npm_lifecycle_event) endWithParent(() => child.kill('SIGTERM'))
  return child
}

/** A killed npm leaves its scripts running with the port taken, so they check whether npm still lives. */
function endWithParent(end) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, 300)
  timer.unref()
}
