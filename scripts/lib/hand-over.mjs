import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node, root } from './npm.mjs'
import { fail } from './say.mjs'

/** Node keeps its compiled code here, which takes a third off every start. Where it can't be written, it does without. */
export const compiled = join(root, 'node_modules/.cache/node')

/**
 * Runs a TypeScript program on our own Node until it ends, and ends as it did. Signals go on to it; it sees the end of
 * its stdin when this process is killed. Returns it, for whoever has something to tell it.
 */
export function handOver(script, ...args) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, PARENT_PIPE: '1' },
    // A session of its own: Ctrl-C reaches it once, through us, and not from the terminal too.
    detached: true,
  })
  child.once('error', (error) => fail(`${node} does not run (${error.message}).`))
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.stdin.on('error', () => undefined)
  if (process.env.npm_lifecycle_event) endWithParent(() => child.kill('SIGTERM'))
  return child
}

/** A killed npm leaves its scripts running, and the port taken: so they look whether it still lives. */
function endWithParent(end) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, 300)
  timer.unref()
}
