import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../shop.ts'
import { NodeProcess } from './node-process.ts'

export interface Server extends NodeProcess {
  port: number
}

interface FleetOptions {
  folder: string
  publicUrl: string
  /** The servers' database variables; with `DATABASE_DIRECT_URL` if the first leads to a pooler. */
  database: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string }
  env?: NodeJS.ProcessEnv
}

/** Starts the simulators, and any number of processes of the shop beside them. All end with `stop`. */
export async function startFleet({ folder, publicUrl, database, env: more = {} }: FleetOptions) {
  const log = join(folder, 'fleet.log')
  writeFileSync(log, '', { flag: 'a' })
  const sandbox = new NodeProcess({
    name: 'sandbox',
    args: ['apps/sandbox/src/main.ts'],
    env: { DATA_DIR: folder },
    log,
  })
  const { port, smtp_port } = await sandbox.start<{ port: number; smtp_port: number }>((said) => {
    const line = said.split('\n').find((one) => one.startsWith('{') && one.endsWith('}'))
    return line && JSON.parse(line)
  })
  const sandboxUrl = `http://127.0.0.1:${port}`
  const env = {
    ...database,
    SANDBOX_URL: sandboxUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtp_port}`,
    GMO_BASE_URL: `${sandboxUrl}/sandbox/gmo`,
    POSTCODE_BASE_URL: `${sandboxUrl}/sandbox/postcode-jp`,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    ...more,
  }
  const servers: Server[] = []
  return {
    env,
    log,
    sandbox,
    sandboxUrl,
    servers,
    /**
     * Adds a process without starting it; `begin` does. `root`: the folder of another version; `env`: variables only
     * for this process.
     */
    async add(
      role: 'web' | 'worker',
      { root, port: given, env: own }: { root?: string; port?: number; env?: NodeJS.ProcessEnv } = {},
    ): Promise<Server> {
      const port = given ?? (await freePort())
      const server = new NodeProcess({
        name: `${role} ${servers.filter(({ name }) => name.startsWith(role)).length + 1}`,
        args: ['--max-semi-space-size=16', '--max-old-space-size=256', 'apps/server/src/main.ts', '--role', role],
        env: { ...env, ...own, PORT: String(port) },
        log,
        ...(root && { root }),
      })
      const added = Object.assign(server, { port })
      servers.push(added)
      return added
    },
    async stop() {
      await Promise.all(servers.map((server) => server.end()))
      await sandbox.end()
    },
  }
}

/** Starts it, and waits until it is ready. */
export async function begin(server: Server): Promise<void> {
  await server.start(async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`).catch(() => null)
    await answer?.arrayBuffer()
    return answer?.status === 200 || undefined
  })
}
