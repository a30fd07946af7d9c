import { spawn } from 'node:child_process'
import { root } from './environment.ts'
import { onStop } from './stop.ts'

/** Runs a command to its end and resolves to whether it succeeded. Its output is shown only if it fails. */
export function runAside(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...env },
    })
    // npm does not forward signals to the processes of its shell, so the whole group gets it.
    onStop(() => child.exitCode ?? child.signalCode ?? process.kill(-child.pid!))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(output)
      resolve(code === 0)
    })
  })
}
