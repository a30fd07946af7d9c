import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { amazonKey } from './amazon-key.ts'
import { untilAnswers } from './answers.ts'
import { type Child, firstJsonLine, startChild } from './child.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { leaveMark } from './mark.ts'
import { reservePort } from './port.ts'
import { onStop, stopOnce } from './stop.ts'
import { storefrontBuild } from './storefront.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

export async function launch(mode: 'start' | 'dev'): Promise<void> {
  const environment = readEnvironment()
  const mark = await leaveMark(environment.dataDir)
  onStop(mark.remove)
  const port = await reservePort(environment.host, environment.port, mark.patience)
  const publicUrl = environment.publicUrl ?? `http://localhost:${port}`

  const [databaseUrl, sandbox, build] = await Promise.all([
    startDatabase(environment),
    environment.sandbox ? startSandbox(environment, publicUrl) : undefined,
    mode === 'start' ? storefrontBuild(say) : undefined,
  ])
  await build?.()
  const server = startServer(mode, environment.host, port, {
    ...sandbox,
    DATABASE_URL: databaseUrl,
    DATA_DIR: environment.dataDir,
    PUBLIC_URL: publicUrl,
  })
  await server.ready
  say(`\n  The shop is open: ${publicUrl}/sh/   (Ctrl-C closes it)\n`)
}

async function startDatabase({ databaseUrl, dataDir }: Environment): Promise<string> {
  if (databaseUrl) {
    await setUp(databaseUrl)
    return databaseUrl
  }
  const starting = startEmbedded({ dataDir, onFirst: () => say('Making the database … データベースを作成しています') })
  onStop(async () => (await starting).stop())
  const postgres = await starting
  postgres.onLost(() => end('PostgreSQL has ended unexpectedly: postgres.log in the data folder says why.'))
  await setUp(postgres.url)
  return postgres.url
}

/** Where the stand-ins for the third parties listen; what the environment says of the real ones comes before. */
async function startSandbox({ dataDir }: Environment, publicUrl: string): Promise<NodeJS.ProcessEnv> {
  let line: Record<string, unknown> = {}
  const amazon = await amazonKey(dataDir)
  const child = startChild({
    args: ['apps/sandbox/src/main.ts'],
    env: {
      DATA_DIR: dataDir,
      PUBLIC_URL: publicUrl,
      SANDBOX_PORT: process.env.SANDBOX_PORT ?? '0',
      SANDBOX_AMAZON_PUBLIC_KEY: amazon.publicKey,
    },
    stdout: 'pipe',
    start: async (process) => {
      line = await firstJsonLine(process)
    },
  })
  watch(child, 2_000, 'The sandbox has ended unexpectedly.')
  await child.ready
  const url = `http://127.0.0.1:${line.port}`
  return {
    SANDBOX_URL: url,
    SMTP_URL: process.env.SMTP_URL || `smtp://127.0.0.1:${line.smtp_port}`,
    GMO_BASE_URL: process.env.GMO_BASE_URL || `${url}/sandbox/gmo`,
    AMAZON_PRIVATE_KEY: process.env.AMAZON_PRIVATE_KEY || amazon.privateKey,
    POSTCODE_BASE_URL: process.env.POSTCODE_BASE_URL || `${url}/sandbox/postcode-jp`,
  }
}

/** Measured under load: with these and two malloc arenas 190 MB instead of 360, and as many answers a second. */
const frugal = ['--max-semi-space-size=8', '--max-old-space-size=256']

function startServer(mode: 'start' | 'dev', host: string, port: number, env: NodeJS.ProcessEnv): Child {
  const child = startChild({
    args:
      mode === 'dev' ? ['--conditions=development', 'apps/server/src/dev.ts'] : [...frugal, 'apps/server/src/main.ts'],
    env: {
      MALLOC_ARENA_MAX: '2',
      ...env,
      HOST: host,
      PORT: String(port),
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
    },
    stdout: 'inherit',
    start: () => untilAnswers(host, port),
  })
  watch(child, 11_000, 'The server has ended unexpectedly.')
  return child
}

/** One part that ends by itself ends all, so that whoever looks after the shop can start it anew. */
function watch(child: Child, patience: number, sentence: string): void {
  let stopping = false
  onStop(() => {
    stopping = true
    return child.stop(patience)
  })
  child.ready.then(
    () => child.ended.then(() => !stopping && end(sentence)),
    () => undefined,
  )
}

function end(sentence: string): void {
  say(sentence)
  stopOnce(1)
}
