import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { root } from './environment.ts'
import { reservePort } from './port.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'kushi lifecycle '))
const port = await reservePort('127.0.0.1', 0, 0)
const url = `http://127.0.0.1:${port}`
// Makes the folder accessible for PostgreSQL's account when the test runs as root.
await chmod(dataDir, 0o755)
afterAll(async () => {
  for (const { pid } of remaining()) process.kill(pid, 'SIGINT')
  await untilNobodyRemains(10_000)
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts as `npm start` does, with its own PostgreSQL. */
async function start(): Promise<{ child: ChildProcess; took: number }> {
  const began = performance.now()
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn('node', ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, DATA_DIR: dataDir, PORT: String(port) },
  })
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr!.on('data', (chunk) => {
      said += chunk
      if (said.includes('The shop is open')) resolve({ child, took: performance.now() - began })
    })
    child.once('exit', () => reject(new Error(said)))
  })
}

type Process = { pid: number; name: string }

/** Processes with our data folder in their environment or command line; zombies do not count. */
function remaining(): Process[] {
  const columns = ['axeww', '-o', 'pid=,stat=,comm=,command=']
  const lines = execFileSync('ps', columns, { encoding: 'utf8', maxBuffer: 1e8 }).split('\n')
  return lines
    .filter((line) => line.includes(dataDir))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, stat]) => !stat!.startsWith('Z'))
    .map(([pid, , name]) => ({ pid: Number(pid), name: name! }))
}

async function untilNobodyRemains(patience: number): Promise<Process[]> {
  const deadline = Date.now() + patience
  while (remaining().length > 0 && Date.now() < deadline) await wait(100)
  return remaining()
}

test('SIGTERM ends everything; the shop starts again', async () => {
  const first = await start()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'exit')).toEqual([0, null])
  expect(remaining()).toEqual([])

  const second = await start()
  console.log(`second start: ${Math.round(second.took)} ms`)
  second.child.kill('SIGINT')
  expect(await once(second.child, 'exit')).toEqual([0, null])
  expect(remaining()).toEqual([])
})

test('after SIGKILL of the start its parts end by themselves', async () => {
  const { child } = await start()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await untilNobodyRemains(15_000)).toEqual([])
})

test('after SIGKILL of everything but PostgreSQL the next start recovers', async () => {
  const { child } = await start()
  const gone = once(child, 'exit')
  for (const { pid, name } of remaining()) if (name !== 'postgres') process.kill(pid, 'SIGKILL')
  await gone
  expect(remaining().map(({ name }) => name)).toContain('postgres')
  const next = await start()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  next.child.kill('SIGTERM')
  await once(next.child, 'exit')
  expect(remaining()).toEqual([])
})
