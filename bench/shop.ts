import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findInstallation } from '@kushi/server/cli/installation'
import { fieldsOf, postgresTime, processorTime } from './processor-time.ts'

export interface RunningShop {
  url: string
  /** Past a pooler, whose connections take no settings. */
  databaseUrl: string
  /** The server's environment, for commands that run beside it. */
  env: NodeJS.ProcessEnv
  startedIn: number
  /** Resident bytes of the server process. */
  memory(): number
  /** Processor time so far in milliseconds, of the server process and of PostgreSQL. */
  processor(): { server: number; database: number }
  stop(): Promise<void>
}

const here = join(import.meta.dirname, '..')

/**
 * The shop as `npm start` runs it. Rate limits are active but wide, because all customers come from one address here.
 * `root`: the folder of a clone, to start another version.
 */
export async function startShop(dataDir: string, more: NodeJS.ProcessEnv = {}, root = here): Promise<RunningShop> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'warn',
      ...more,
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => {
      said += data
      if (said.includes('The shop is open')) resolve()
    })
    child.once('exit', () => reject(new Error(`the shop did not start:\n${said}`)))
  })
  const startedIn = performance.now() - began
  const server = serverOf(child.pid!)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // The server receives the other addresses after its start; commands find them in its data folder.
  const { env } = await findInstallation({ ...environmentOf(server), ENVIRONMENT_COMES: '' })
  const databaseUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL!
  const [, socketDir = ''] = /[?&]host=([^&]+)/.exec(databaseUrl) ?? []
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    env,
    startedIn,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server}/status`, 'utf8'))![1]) * 1024,
    processor: () => ({ server: processorTime(server), database: postgresTime(decodeURIComponent(socketDir)) }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Finds the server among the launcher's descendants, by its command line. */
function serverOf(launcher: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const [, parent] = fieldsOf(Number(name))
    if (parent) parents.set(Number(name), Number(parent))
  }
  const descends = (pid: number): boolean =>
    pid === launcher || (parents.has(pid) && pid > 1 && descends(parents.get(pid)!))
  for (const pid of parents.keys())
    if (descends(pid) && /apps\/server\/\S*\/main\.[jt]s/.test(readIfThere(`/proc/${pid}/cmdline`))) return pid
  throw new Error('the server process was not found')
}

/**
 * Without the IPC channel to the launcher: a command would take an unrelated file descriptor for it, and end with
 * SIGABRT.
 */
const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((pair) => !pair.startsWith('NODE_CHANNEL_'))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
