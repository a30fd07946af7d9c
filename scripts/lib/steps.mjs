import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { root } from './npm.mjs'
import { say } from './say.mjs'

/**
 * Runs `{ name, command, args }` in parallel, at least two at a time, and reports each result; the output of a failed
 * one is shown. Returns the number of passed and failed steps.
 */
export async function runSteps(steps, width = Math.max(2, availableParallelism() - 1)) {
  const waiting = [...steps]
  const result = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const good = await runStep(step)
      result[good ? 'passed' : 'failed']++
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return result
}

function runStep({ name, command, args, cwd = root, env = {} }) {
  const began = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => (output += error.message))
    child.once('close', (code) => {
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      say(`${code === 0 ? '✓' : '✗'} ${name}  ${seconds} s`)
      if (code !== 0) say(output.trimEnd())
      resolve(code === 0)
    })
  })
}
