import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '@kushi/db/embedded'
import { lockFolder } from '@kushi/db/embedded/folder-lock'
import { setUp } from '@kushi/db/setup'
import { programFile } from '../lib/bundles.mjs'
import { amazonKey, type KeyPair } from './amazon-key.ts'
import { untilAnswers } from './answers.ts'
import { makeBundle } from './bundle.ts'
import { firstJsonLine, startChild } from './child.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { openFirstShop } from './first-shop.ts'
import { type Part, restartOnExit } from './keep-up.ts'
import { reservePort } from './port.ts'
import { screensBuild } from './screens.ts'
import { onStop } from './stop.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** `demoOrders`: fills a fresh demo database with two months of orders too. */
export async function launch(mode: 'start' | 'dev', demoOrders: boolean): Promise<void> {
  const environment = readEnvironment()
  const lock = await lockFolder(environment.dataDir, say)
  onStop(lock.release)
  const port = await reservePort(environment.host, environment.port, lock.timeout, 'PORT')
  const sandboxPort =
    environment.sandboxPort && (await reservePort('127.0.0.1', environment.sandboxPort, lock.timeout, 'SANDBOX_PORT'))
  const publicUrl = environment.publicUrl ?? `http://localhost:${port}`

  const amazon = environment.sandbox ? await amazonKey(environment.dataDir) : undefined
  const { KUSHI_BUNDLE } = process.env
  const bundle = mode === 'start' && KUSHI_BUNDLE ? makeBundle(KUSHI_BUNDLE, say) : Promise.resolve(undefined)

  // All are begun at once, in the order of their dependencies, because they are stopped in reverse order.
  const begun = Promise.all([
    startDatabase(environment),
    amazon && bundle.then((name) => startSandbox(name, environment.dataDir, publicUrl, sandboxPort, amazon)),
    mode === 'start' ? screensBuild(say) : undefined,
  ])
  const rest = begun.then(async ([databaseUrl, sandbox, build]) => {
    await openFirstShop(databaseUrl, process.argv.includes('--ask') || process.stdin.isTTY)
    await build?.()
    return { ...sandbox, DATABASE_URL: databaseUrl }
  })
  rest.catch(() => undefined)
  const server = mode === 'dev' ? 'apps/server/src/dev.ts' : programFile(await bundle, 'apps/server', 'main')
  await restartOnExit({
    name: 'The server',
    timeout: 11_000,
    say,
    begin: () =>
      beginServer(
        mode,
        environment.host,
        port,
        [server, ...(environment.sandbox && demoOrders ? ['--demo-orders'] : [])],
        { DATA_DIR: environment.dataDir, PUBLIC_URL: publicUrl },
        rest,
      ),
  })
  say(`\n  The shop is open: ${publicUrl}/sh/   (Ctrl-C closes it)\n`)
}

async function startDatabase({ databaseUrl, directUrl, dataDir, archive, sandbox }: Environment): Promise<string> {
  if (databaseUrl) {
    await setUp(directUrl ?? databaseUrl, { demo: sandbox })
    return databaseUrl
  }
  const { url, elsewhere } = await restartOnExit({
    name: `PostgreSQL (its log is ${join(dataDir, 'postgres.log')})`,
    timeout: 10_000,
    say,
    begin: (before?: EmbeddedServer) => beginPostgres(dataDir, archive, before?.socketDir),
  })
  if (elsewhere)
    say(
      `The database lies in ${elsewhere}, since PostgreSQL's account cannot enter ${dataDir}: a copy of that folder does not hold it.`,
    )
  await setUp(url, { demo: sandbox })
  return url
}

/** Loaded lazily: extensions bring modules of the shop. */
const folders = async () => (await import('@kushi/server/extensions/migration-folders')).migrationFolders

/** Reuses the previous socket folder, so that the server finds PostgreSQL at the same address. */
function beginPostgres(
  dataDir: string,
  archive: string | undefined,
  socketDir: string | undefined,
): Part<EmbeddedServer> {
  const ready = startEmbedded({ dataDir, archive, socketDir, folders, say })
  const ended = ready.then(
    (postgres) => new Promise<void>((resolve) => postgres.onLost(resolve)),
    () => undefined,
  )
  return { ready, ended, stop: (timeout) => ready.then((postgres) => postgres.stop(timeout)) }
}

type Ports = { port: number; smtp_port: number }

/** Starts the simulators for the third parties. After a restart they keep their ports. */
async function startSandbox(
  bundle: string | undefined,
  dataDir: string,
  publicUrl: string,
  wanted: number,
  amazon: KeyPair,
): Promise<NodeJS.ProcessEnv> {
  const { port, smtp_port } = await restartOnExit<Ports>({
    name: 'The sandbox',
    timeout: 2_000,
    say,
    begin: (before) =>
      startChild({
        args: [programFile(bundle, 'apps/sandbox', 'main')],
        env: {
          DATA_DIR: dataDir,
          PUBLIC_URL: publicUrl,
          SANDBOX_PORT: String(before?.port ?? wanted),
          ...(before && { SANDBOX_SMTP_PORT: String(before.smtp_port) }),
          SANDBOX_AMAZON_PUBLIC_KEY: amazon.publicKey,
        },
        stdout: 'pipe',
        start: (child) => firstJsonLine(child) as Promise<Ports>,
      }),
  })
  const url = `http://127.0.0.1:${port}`
  return {
    SANDBOX_URL: url,
    SMTP_URL: process.env.SMTP_URL || `smtp://127.0.0.1:${smtp_port}`,
    GMO_BASE_URL: process.env.GMO_BASE_URL || `${url}/sandbox/gmo`,
    AMAZON_PRIVATE_KEY: amazon.privateKey,
    POSTCODE_BASE_URL: process.env.POSTCODE_BASE_URL || `${url}/sandbox/postcode-jp`,
  }
}

/**
 * Little memory at the same number of responses per second. A young generation of 8 MB would save 10 MB of 290, and
 * cost an order 6 % more of the processor.
 */
const smallHeapFlags = ['--max-semi-space-size=16', '--max-old-space-size=256']

const beginServer = (
  mode: 'start' | 'dev',
  host: string,
  port: number,
  program: string[],
  env: NodeJS.ProcessEnv,
  rest: Promise<NodeJS.ProcessEnv>,
): Part =>
  startChild({
    args: [...(mode === 'dev' ? ['--conditions=development'] : smallHeapFlags), ...program],
    env: {
      MALLOC_ARENA_MAX: '2',
      ...env,
      HOST: host,
      PORT: String(port),
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
    },
    rest,
    stdout: 'inherit',
    start: () => untilAnswers(host, port),
  })
